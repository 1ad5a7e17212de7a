import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { filesIn, loadedBy, productFiles } from "../support/import-graph.ts";

/*
 * docs/rules.md says of each rule whether it is built or `(planned)`. A built rule is named in a comment of the code
 * that implements it, and that code belongs to the product: it is loaded by what a shell or a browser starts (`npm run
 * unused` finds exports that the product does not use). It is also cited in the title of a test that runs that code:
 * the test loads it, or it drives the whole running product. A planned rule is not cited by any test.
 */

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const rules = Array.from(
  read("docs/rules.md").matchAll(/^- \*\*([A-Z]+-\d+)\*\* (\(planned\) )?/gm),
  ([, id = "", planned]) => ({ id, isPlanned: planned !== undefined }),
);
const ids = rules.map(({ id }) => id);
const prefixes = new Set(ids.map((id) => id.split("-")[0]));
const anId = new RegExp(`\\b(?:${[...prefixes].join("|")})-\\d+\\b`, "g");

/** Ids in a text, with "MONEY-3 to MONEY-7" and "MONEY-3 to 7" spelled out. */
function idsIn(text: string): readonly string[] {
  const spelledOut = text.replaceAll(/\b([A-Z]+)-(\d+) to (?:\1-)?(\d+)\b/g, (_, prefix, from, to) =>
    Array.from(
      { length: Number(to) - Number(from) + 1 },
      (_one, at) => `${prefix}-${Number(from) + at}`,
    ).join(" "),
  );
  return spelledOut.match(anId) ?? [];
}

/** Which files mention which ids. */
function indexOf(paths: Iterable<string>, textOf: (path: string) => string): Map<string, Set<string>> {
  const index = new Map<string, Set<string>>();
  for (const path of paths)
    for (const id of idsIn(textOf(path))) index.set(id, (index.get(id) ?? new Set()).add(path));
  return index;
}

const commentsOf = (path: string): string =>
  path.endsWith(".sql")
    ? (read(path).match(/--.*$/gm) ?? []).join("\n")
    : parseSync(path, read(path))
        .comments.map(({ value }) => value.replaceAll(/\n\s*\*/g, "\n"))
        .join("\n");

/** The titles of the tests and groups in a file. */
function titlesOf(path: string): string {
  const code = read(path);
  const titles: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const isTest = /^(it|test|describe)\b/.test(code.slice(callee.start, callee.end));
      if (isTest && title) titles.push(code.slice(title.start, title.end));
    },
  }).visit(parseSync(path, code).program);
  return titles.join("\n");
}

const routines = filesIn("src/server").filter((path) => path.endsWith(".sql"));
const product = [...productFiles()].filter((path) => path.startsWith("src/"));
const doneBy = indexOf([...product, ...routines], commentsOf);

/** Files whose tests start the product's processes, or run the code of those processes over simulated ports. */
const drivesAll = /^tests\/(attacks|browser|drills|simulator)\//;
const tests = ["src", "tests"]
  .flatMap(filesIn)
  .filter((path) => /\.(test|proof)\.tsx?$/.test(path) || (drivesAll.test(path) && path.endsWith(".ts")))
  .filter((path) => !path.startsWith("tests/gates/"));
const citedBy = indexOf(tests, titlesOf);

const runs = (test: string, doers: Iterable<string>): boolean => {
  if (drivesAll.test(test)) return true;
  const loaded = loadedBy([test]);
  // The database's functions run in every test that opens a database.
  const opensDatabase = loaded.has("src/server/foundation/db/migrate.ts");
  return [...doers].some((path) => loaded.has(path) || (path.endsWith(".sql") && opensDatabase));
};

describe("docs/rules.md", () => {
  it("gives each rule an id of its own", () => {
    expect(ids.length).toBeGreaterThan(90);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("holds every rule that tests and comments name", () => {
    const unknown = [...citedBy, ...doneBy].filter(([id]) => !ids.includes(id));
    expect(unknown.map(([id, paths]) => `${id} in ${[...paths].join(", ")}`)).toEqual([]);
  });

  it("calls no rule built that no code of the product names", () => {
    expect(rules.filter(({ id, isPlanned }) => !isPlanned && !doneBy.has(id)).map(({ id }) => id)).toEqual(
      [],
    );
  });

  it("calls no rule built that no test proves by running the code that does it", () => {
    const isProven = (id: string) =>
      [...(citedBy.get(id) ?? [])].some((test) => runs(test, doneBy.get(id) ?? []));
    expect(rules.filter(({ id, isPlanned }) => !isPlanned && !isProven(id)).map(({ id }) => id)).toEqual([]);
  });

  it("calls no rule planned that a test claims to prove", () => {
    expect(rules.filter(({ id, isPlanned }) => isPlanned && citedBy.has(id)).map(({ id }) => id)).toEqual([]);
  });
});
