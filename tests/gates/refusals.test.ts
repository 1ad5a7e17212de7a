import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { refusals } from "../../src/contract/wire/refusals.ts";

const root = join(import.meta.dirname, "../..");
/** The catalogue, its translations, and what the API page says of each call. */
const catalogues = /wire\/refusals\.ts$|\.de\.ts$|\.docs\.ts$|\.(test|proof)\.tsx?$/;

it("every code that the API page lists is returned somewhere", () => {
  const raisers = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ts|tsx|sql)$/.test(path) && !catalogues.test(path))
    .map((path) => readFileSync(join(root, "src", path), "utf8"))
    .join("\n");
  const words = new Set(raisers.match(/\b[A-Z][A-Z_0-9]+\b/g));
  expect(Object.keys(refusals).filter((code) => !words.has(code))).toEqual([]);
});
