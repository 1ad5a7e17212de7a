import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire, register } from "node:module";
import { openApiDocument } from "../src/contract/openapi/document.ts";

/*
 * For `npm run api:check`: writes the API's document, and the types that a stranger's openapi-typescript makes of it,
 * into node_modules/.cache/api, where redocly, spectral and the compiler read them. Nothing is asked of the network.
 */

// openapi-typescript writes by TypeScript's API for programs, which version 7 has not: it is given the one of ts-morph.
const require = createRequire(import.meta.url);
register(new URL("typescript-with-api.mjs", import.meta.url), { data: require.resolve("@ts-morph/common") });

const folder = new URL("../node_modules/.cache/api/", import.meta.url);
const document = openApiDocument({ version: "0.0.0", serverUrl: "https://furlong.example" });

mkdirSync(folder, { recursive: true });
writeFileSync(new URL("openapi.json", folder), JSON.stringify(document, null, 2));
const { default: typesOf, astToString } = await import("openapi-typescript");
writeFileSync(new URL("openapi.ts", folder), astToString(await typesOf(new URL("openapi.json", folder))));
