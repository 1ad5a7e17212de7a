/**
 * Runs a program of a folder by its name; without one, or with one that is not there, lists them:
 *
 *     npm run bench -- sockets --clients 1000
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [node = "", , folder = "", name = "", ...options] = process.argv;
const path = join(folder, `${name}.ts`);
if (existsSync(path)) {
  process.argv = [node, path, ...options];
  await import(pathToFileURL(path).href);
} else {
  const programs = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  console.error(`Programs: ${programs.map((file) => file.slice(0, -3)).join(", ")}`);
  process.exitCode = 2;
}
