import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("docs/threat-model.md cites only attacks that are made", () => {
  const made = readdirSync(import.meta.dirname)
    .map((file) => readFileSync(`${import.meta.dirname}/${file}`, "utf8"))
    .join("\n");
  const page = readFileSync(`${import.meta.dirname}/../../docs/threat-model.md`, "utf8");
  const cited = Array.from(page.matchAll(/“([^”]+)”/g), ([, title = ""]) => title.replaceAll(/\s+/g, " "));
  expect(cited.length).toBeGreaterThan(70);
  expect(cited.filter((title) => !made.includes(`"${title}"`))).toEqual([]);
});
