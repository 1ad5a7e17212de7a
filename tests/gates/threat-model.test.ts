import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

it("docs/threat-model.md cites only attacks that are made", () => {
  const made = ["tests/attacks", "tests/gates"]
    .flatMap((folder) => readdirSync(join(root, folder)).map((file) => join(root, folder, file)))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const page = readFileSync(join(root, "docs/threat-model.md"), "utf8");
  const cited = Array.from(page.matchAll(/“([^”]+)”/g), ([, title = ""]) => title.replaceAll(/\s+/g, " "));
  expect(cited.length).toBeGreaterThan(70);
  expect(cited.filter((title) => !made.includes(`"${title}"`))).toEqual([]);
});
