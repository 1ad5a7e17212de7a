import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { filesIn } from "../support/import-graph.ts";

/*
 * A variable is named by what it holds: notifications, a query, a balance. These participles say only how the value
 * came, so that a reader has to look for its type.
 */

const participles: ReadonlySet<string> = new Set(["told", "asked", "kept", "shown", "held", "wanted"]);

/** Files that still have such names. */
const exempt: ReadonlySet<string> = new Set([
  "src/auditor/read-log.ts",
  "src/server/features/house-wallets/lock-memo-money.test.ts",
  "src/server/features/payouts/sweep.ts",
  "src/server/features/races/engine/open-next-race.ts",
  "src/server/features/races/read/reads.test.ts",
  "src/server/features/rule-log/rule-log.test.ts",
  "src/server/features/rule-log/written-rules.test.ts",
  "src/server/foundation/db/change-news.test.ts",
  "src/server/foundation/rule-log/state-rules.ts",
  "src/server/foundation/site/pages.test.ts",
]);

/** The names that a declaration binds, those in its patterns included. */
function boundBy(pattern: ESTree.ParamPattern | ESTree.BindingPattern | null): readonly string[] {
  if (pattern === null) return [];
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((part) =>
        boundBy(part.type === "RestElement" ? part.argument : part.value),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element) =>
        boundBy(element?.type === "RestElement" ? element.argument : element),
      );
    case "AssignmentPattern":
      return boundBy(pattern.left);
    case "RestElement":
      return boundBy(pattern.argument);
    case "TSParameterProperty":
      return boundBy(pattern.parameter);
  }
}

/** The variables, functions, parameters and properties that a source declares with one of the participles. */
function participlesIn(path: string, code: string): readonly string[] {
  const names: string[] = [];
  const addFunction = ({ id, params }: Pick<ESTree.Function, "id" | "params">) =>
    names.push(...(id === null ? [] : [id.name]), ...params.flatMap(boundBy));
  const addMember = ({ key }: { readonly key: ESTree.PropertyKey }) => {
    if (key.type === "Identifier") names.push(key.name);
  };
  new Visitor({
    VariableDeclarator: ({ id }) => names.push(...boundBy(id)),
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: ({ params }) => names.push(...params.flatMap(boundBy)),
    TSFunctionType: ({ params }) => names.push(...params.flatMap(boundBy)),
    TSMethodSignature(method) {
      addMember(method);
      names.push(...method.params.flatMap(boundBy));
    },
    CatchClause: ({ param }) => names.push(...boundBy(param)),
    TSPropertySignature: addMember,
    PropertyDefinition: addMember,
  }).visit(parseSync(path, code).program);
  return names.filter((name) => participles.has(name));
}

describe("names", () => {
  const root = join(import.meta.dirname, "../..");
  const found = filesIn("src")
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => participlesIn(path, readFileSync(join(root, path), "utf8")).length > 0);

  it("say what a variable, parameter or property is, not how it came", () => {
    expect(found.filter((path) => !exempt.has(path))).toEqual([]);
  });

  it("are exempt only in files that have some", () => {
    expect([...exempt].filter((path) => !found.includes(path))).toEqual([]);
  });

  it.each([
    "const told = 1;",
    "for (const { id, told = 2 } of rows) {}",
    "const [, ...told] = rows;",
    "function told() {}",
    "const f = ({ told: [told] }, { ...other }) => other;",
    "async function f(this: void, told?: string) {}",
    "try {} catch (told) {}",
    "interface Row { readonly told: string }",
    "interface Row { told(): void }",
    "type F = (...told: string[]) => void;",
    "class C { constructor(private told: string) {} }",
    "class C { told = 1; }",
    "class C { say(told: string) {} }",
  ])("are seen in `%s`", (code) => {
    expect(participlesIn("source.ts", code)).toContain("told");
  });

  it.each(["row.told;", "send({ told: 1 });", "const { told: rows } = report;", "// told", '"told";'])(
    "of others are left alone in `%s`",
    (code) => {
      expect(participlesIn("source.ts", code)).toEqual([]);
    },
  );
});
