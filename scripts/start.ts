import { buildWebIfStale } from "./build-web.ts";

await buildWebIfStale();
await import("../src/server/main.ts");
