import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import { filesIn } from "../support/import-graph.ts";

const root = join(import.meta.dirname, "../..");
const schema = join(root, "src/server/foundation/db/schema");
const page = readFileSync(join(root, "docs/data-growth.md"), "utf8");

async function tableNames(): Promise<readonly string[]> {
  const files = await Promise.all(
    readdirSync(schema).map((file): Promise<Record<string, unknown>> => import(join(schema, file))),
  );
  return files
    .flatMap((file) => Object.values(file))
    .filter((table) => is(table, PgTable))
    .map((table) => getTableName(table));
}

it("GROWTH-1 docs/data-growth.md says of every table of the database who fills it, and of no other", async () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  const listed = rows.flatMap((row) =>
    Array.from((row.split("|")[1] ?? "").matchAll(/`(\w+)`/g), ([, name = ""]) => name),
  );
  expect(listed.toSorted()).toEqual((await tableNames()).toSorted());
  // Each says who, by what it is bounded, and how much a stranger adds in a day.
  for (const row of rows)
    expect(
      row
        .split("|")
        .slice(2, 5)
        .map((cell) => cell.trim() !== ""),
    ).toEqual([true, true, true]);
});

it("docs/data-growth.md cites only tests that there are", () => {
  const tests = [...filesIn("src"), ...filesIn("tests")]
    .filter((path) => /\.(?:test|proof)\.tsx?$/.test(path))
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("\n");
  const cited = Array.from(page.matchAll(/“([^”]+)”/g), ([, title = ""]) => title);
  expect(cited.length).toBeGreaterThan(15);
  expect(cited.filter((title) => !tests.includes(`"${title}"`))).toEqual([]);
});
