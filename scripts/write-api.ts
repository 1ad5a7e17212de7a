import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire, register } from "node:module";
import { openApiDocument } from "../src/contract/openapi/document.ts";

/*
 * For `npm run check:api`: writes the API's document, and the types that openapi-typescript, as a third party would use
 * it, generates from it, into node_modules/.cache/api, where redocly, spectral and the compiler read them. Makes no
 * network requests.
 */

// openapi-typescript uses TypeScript's programmatic API, which version 7 lacks: it is given the one from ts-morph.
const require = createRequire(import.meta.url);
register(new URL("typescript-with-api.mjs", import.meta.url), { data: require.resolve("@ts-morph/common") });

const folder = new URL("../node_modules/.cache/api/", import.meta.url);
const document = openApiDocument({ version: "0.0.0", serverUrl: "https://furlong.example" });

mkdirSync(folder, { recursive: true });
writeFileSync(new URL("openapi.json", folder), JSON.stringify(document, null, 2));
const { default: typesOf, astToString } = await import("openapi-typescript");
writeFileSync(new URL("openapi.ts", folder), astToString(await typesOf(new URL("openapi.json", folder))));
