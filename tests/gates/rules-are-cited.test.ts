import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** Rules that no test cites yet, with what each waits for. Take an id out with the first test that cites it. */
const NOT_YET_BUILT: Readonly<Record<string, string>> = {
  "LIMITS-5": "network settings",
  "LIMITS-6": "emotes",
  "LIMITS-8": "the admin panel",
};

const root = join(import.meta.dirname, "../..");

const rules = Array.from(
  readFileSync(join(root, "docs/rules.md"), "utf8").matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm),
  (match) => match[1]!,
);
const prefixes = new Set(rules.map((rule) => rule.split("-")[0]!));

/** Ids in the code of all tests, comments left out, with the files that cite them. */
function citations(): Map<string, Set<string>> {
  const cited = new Map<string, Set<string>>();
  const anId = new RegExp(`\\b(?:${[...prefixes].join("|")})-\\d+\\b`, "g");
  for (const file of ["src", "tests"].flatMap(testFiles)) {
    const code = readFileSync(join(root, file), "utf8").replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "");
    for (const [id] of code.matchAll(anId)) cited.set(id, (cited.get(id) ?? new Set()).add(file));
  }
  return cited;
}

function testFiles(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.(test|proof)\.tsx?$/.test(name) && !name.endsWith("rules-are-cited.test.ts"))
    .map((name) => join(folder, name));
}

describe("docs/rules.md", () => {
  const cited = citations();

  it("gives each rule an id of its own", () => {
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
  });

  it("holds no rule that is neither cited by a test nor known to be missing", () => {
    expect(rules.filter((rule) => !cited.has(rule) && !(rule in NOT_YET_BUILT))).toEqual([]);
  });

  it("holds every rule that tests cite and that is known to be missing", () => {
    const unknown = [...cited].filter(([id]) => !rules.includes(id));
    expect(unknown.map(([id, files]) => `${id} in ${[...files].join(", ")}`)).toEqual([]);
    expect(Object.keys(NOT_YET_BUILT).filter((id) => !rules.includes(id))).toEqual([]);
  });

  it("has no rule that is called missing and yet cited", () => {
    expect(Object.keys(NOT_YET_BUILT).filter((id) => cited.has(id))).toEqual([]);
  });
});
