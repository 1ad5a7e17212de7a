// Runs the compiled code: `run.mjs main` the server, `run.mjs backup <file>` a command. First builds what is missing or
// outdated.
import { join } from "node:path";
import { buildServerIfStale, buildWebIfStale } from "./build.mjs";

const [name = "main", ...rest] = process.argv.slice(2);
if (name === "main") buildWebIfStale();
buildServerIfStale();
process.argv = [String(process.argv[0]), join(import.meta.dirname, `../dist/server/${name}.js`), ...rest];
await import(`../dist/server/${name}.js`);
