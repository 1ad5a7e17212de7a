import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const source = readFileSync(new URL("../../verifier/verify.py", import.meta.url), "utf8");
const lines = source.replace(/\n$/, "").split("\n");

/** Limits for a file that somebody should be able to read in one go. */
const MAX_LINES = 500;
const MAX_COLUMNS = 120;

/** Modules of Python 3.9's standard library. */
const STANDARD = new Set(
  (
    "argparse base64 collections dataclasses datetime decimal fractions functools gzip hashlib hmac io itertools json math " +
    "operator os pathlib re struct sys time typing urllib zlib"
  ).split(" "),
);

interface Import {
  readonly module: string;
  /** May be absent. */
  readonly isGuarded: boolean;
}

/** The imports of a Python file, including those inside functions. */
function importsOf(text: string): readonly Import[] {
  return text.split("\n").flatMap((line) => {
    const [, guard, from, list] = /^\s*(try: )?(?:from ([\w.]+) import .+|import (.+))$/.exec(line) ?? [];
    const modules = from === undefined ? (list?.split(",") ?? []) : [from];
    return modules.map((name) => ({
      module: name.trim().split(/[. ]/)[0] ?? "",
      isGuarded: guard !== undefined,
    }));
  });
}

const strangers = (text: string): readonly string[] =>
  importsOf(text)
    .filter(({ module, isGuarded }) => !STANDARD.has(module) && !(module === "cryptography" && isGuarded))
    .map(({ module }) => module);

it("the verifier in Python is one file of at most 500 lines of at most 120 columns", () => {
  expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
  expect(lines.filter((line) => Array.from(line).length > MAX_COLUMNS)).toEqual([]);
});

it("the verifier in Python has no two statements joined by a semicolon", () => {
  const code = source.replaceAll(/"""[\s\S]*?"""|"[^"\n]*"|'[^'\n]*'|#.*/g, "");
  expect(code).toContain("class Checker:");
  expect(code).not.toContain(";");
});

it("the verifier in Python imports the standard library alone, and cryptography where it is there", () => {
  expect(importsOf(source).map(({ module }) => module)).toContain("hashlib");
  expect(strangers(source)).toEqual([]);
  expect(source).toMatch(/^except ImportError: /m);
  expect(source).not.toMatch(/__import__|importlib|exec\(|eval\(/);
});

it("the check of what is owed to a player imports the verifier and the standard library alone", () => {
  const owed = readFileSync(new URL("../../verifier/owed.py", import.meta.url), "utf8");
  expect(strangers(owed)).toEqual(["verify"]);
});

it.each([
  ["another package", "import requests", ["requests"]],
  ["one among others", "import json, solana, re", ["solana"]],
  ["a part of one", "    from nacl.signing import VerifyKey", ["nacl"]],
  ["cryptography without a guard", "from cryptography.hazmat import primitives", ["cryptography"]],
])("an import of %s is found", (_what, line, found) => {
  expect(strangers(line)).toEqual(found);
});
