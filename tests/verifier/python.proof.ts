import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findOrInstallPython } from "../support/python.ts";

const root = join(import.meta.dirname, "../..");
const python = findOrInstallPython();
const folder = mkdtempSync(join(tmpdir(), "furlong-lies-"));

interface Lie {
  readonly name: string;
  readonly rule: string | null;
  readonly race: string | null;
}

beforeAll(() => {
  const written = spawnSync(
    process.execPath,
    ["--import", "tsx", join(root, "tests/history/write-lies.ts"), folder],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  if (written.status !== 0) throw new Error(written.stderr);
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const verify = (...args: readonly string[]) =>
  spawnSync(python, [join(root, "verifier/verify.py"), ...args], { encoding: "utf8" });
const lieOf = (copy: string): Lie => JSON.parse(readFileSync(join(folder, copy, "lie.json"), "utf8"));

it("the verifier in Python agrees with the published test vectors", () => {
  const { stdout, stderr, status } = verify("--vectors", join(root, "docs/fairness-vectors.json"));
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  expect(stdout).toMatch(/^\d+ checks, 0 faults/m);
});

it("the verifier in Python finds nothing in a true history, and each planted lie by its rule and race", () => {
  const copies = readdirSync(folder);
  expect(copies.length).toBeGreaterThan(40);
  const missed: string[] = [];
  for (const copy of copies) {
    const { name, rule, race } = lieOf(copy);
    const { stdout, stderr, status } = verify(join(folder, copy), "--json");
    const told = stdout
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Lie);
    const isFound =
      rule === null
        ? status === 0 && told.length === 0
        : status === 1 && told.some((fault) => fault.rule === rule && fault.race === race);
    if (!isFound) missed.push(`${name}: ${status} ${stdout.slice(0, 300)} ${stderr.slice(-300)}`);
  }
  expect(missed).toEqual([]);
}, 300_000);

it("what cannot be read is said in one line, without a traceback", () => {
  for (const args of [["/nowhere/at/all"], ["http://127.0.0.1:1"], ["--vectors", join(root, "README.md")]]) {
    const { stdout, stderr, status } = verify(...args);
    expect(status).toBe(2);
    expect(stdout + stderr).not.toContain("Traceback");
    expect((stdout + stderr).trim().split("\n")).toHaveLength(1);
  }
});
