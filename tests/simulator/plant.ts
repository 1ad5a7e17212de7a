import { cpSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSync } from "vite";
import { type Match, type Span, findDeclarations, findMatches } from "./code-match.ts";
import type { CodeEdit, Edit, Mutant, SqlEdit, TextEdit } from "./mutant.ts";

const root = join(import.meta.dirname, "../..");

/** New contents of changed files, keyed by their path below the root. */
type Changes = Map<string, string>;

/** Describes what in a mutant no longer fits the sources. */
export function findMisfits({ name, edits }: Mutant): readonly string[] {
  try {
    return [...applyEdits(edits)]
      .filter(([path]) => path.endsWith(".ts"))
      .flatMap(([path, text]) => parseSync(path, text).errors)
      .map(({ message }) => `"${name}": does not compile: ${message}`);
  } catch (error) {
    return [`"${name}": ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Copies everything that a run needs, with the mistake planted; returns the copy's folder. */
export function plant({ edits }: Mutant): string {
  const tree = mkdtempSync(join(tmpdir(), "planted-"));
  for (const part of [
    "src",
    "tests/simulator",
    "tests/support",
    "verifier",
    "package.json",
    "tsconfig.base.json",
  ]) {
    cpSync(join(root, part), join(tree, part), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  for (const [path, text] of applyEdits(edits)) writeFileSync(join(tree, path), text);
  return tree;
}

/** Throws if an edit does not match exactly once. */
function applyEdits(edits: readonly Edit[]): Changes {
  const changes: Changes = new Map();
  for (const edit of edits) {
    if (edit.in === "sql") editSqlFunction(changes, edit);
    else editSymbol(changes, edit);
  }
  return changes;
}

const textOf = (changes: Changes, path: string): string =>
  changes.get(path) ?? readFileSync(join(root, path), "utf8");

function editSymbol(changes: Changes, edit: CodeEdit | TextEdit) {
  const { place, symbol, find, replace } = edit;
  const declarations = sourcesIn(place).flatMap((path) => {
    const code = textOf(changes, path);
    return code.includes(symbol.split(".")[0] ?? symbol)
      ? findDeclarations(code, symbol).map((within) => ({ path, within }))
      : [];
  });
  const { path, within } = only(declarations, `declarations of ${symbol} in src/${place}`);
  const code = textOf(changes, path);
  const found = edit.in === "code" ? findMatches(code, within, find) : findText(code, within, find);
  const match = only(found, `places like \`${find}\` in ${symbol} (${path})`);
  const planted = edit.in === "code" ? fillIn(replace, code, match) : replace;
  const head = edit.in === "code" && edit.imports !== undefined ? `${edit.imports}\n` : "";
  changes.set(path, head + code.slice(0, match.start) + planted + code.slice(match.end));
}

/** The product's sources in a folder below src, or the one named file. */
function sourcesIn(place: string): readonly string[] {
  if (place.endsWith(".ts")) return [`src/${place}`];
  return readdirSync(join(root, "src", place), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => `src/${place}/${path}`);
}

/** `$&` stands for everything that was found, `$1` to `$9` for what those in the pattern matched. */
const fillIn = (replace: string, code: string, { start, end, captures }: Match): string =>
  replace.replaceAll(/\$([&1-9])/g, (_, sign: string) => {
    const span = sign === "&" ? { start, end } : captures.get(sign);
    return span ? code.slice(span.start, span.end) : "";
  });

/** Spaces and line breaks make no difference. */
function findText(code: string, { start, end }: Span, text: string): readonly Match[] {
  const words = text.split(/\s+/).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const found = code.slice(start, end).matchAll(new RegExp(words.join("\\s+"), "g"));
  return [...found].map((match) => {
    const from = start + match.index;
    return { start: from, end: from + match[0].length, captures: new Map() };
  });
}

function editSqlFunction(changes: Changes, { symbol, find, replace }: SqlEdit) {
  const makes = new RegExp(`create function ${symbol}\\b`);
  const path = readdirSync(join(root, "src/server"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sql"))
    .map((name) => `src/server/${name}`)
    .find((file) => makes.test(textOf(changes, file)));
  if (path === undefined) throw new Error(`no file makes ${symbol}`);
  const code = textOf(changes, path);
  const start = code.search(makes);
  const end = code.indexOf("end $$", start);
  const found = findText(code, { start, end: end === -1 ? code.length : end }, find);
  const match = only(found, `places like "${find}" in ${symbol} (${path})`);
  changes.set(path, code.slice(0, match.start) + replace + code.slice(match.end));
}

function only<T>(found: readonly T[], what: string): T {
  const [one] = found;
  if (one === undefined || found.length > 1) throw new Error(`${found.length} ${what} where one is wanted`);
  return one;
}
