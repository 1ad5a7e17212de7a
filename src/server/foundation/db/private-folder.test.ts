import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeFolderPrivate } from "./private-folder.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "furlong-private-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);

it("LIMITS-10 a folder and all in it are taken from other users, and how many those could reach is told", () => {
  const folder = join(root, "data");
  const file = join(folder, "database/base/1259");
  mkdirSync(join(folder, "database/base"), { recursive: true });
  writeFileSync(file, "");
  writeFileSync(join(folder, "seed-key"), "", { mode: 0o600 });
  for (const path of [folder, join(folder, "database"), join(folder, "database/base")])
    chmodSync(path, 0o755);
  chmodSync(file, 0o666);

  expect(makeFolderPrivate(folder)).toBe(4);
  expect([folder, join(folder, "database"), join(folder, "database/base")].map(modeOf)).toEqual([
    "700",
    "700",
    "700",
  ]);
  expect([file, join(folder, "seed-key")].map(modeOf)).toEqual(["600", "600"]);
  expect(makeFolderPrivate(folder)).toBe(0);
});

it("LIMITS-10 a folder that is not there is made, for its owner alone", () => {
  const folder = join(root, "new/data");
  expect(makeFolderPrivate(folder)).toBe(0);
  expect(modeOf(folder)).toBe("700");
});

it("LIMITS-10 what a link points to, outside the folder, keeps its mode", () => {
  const outside = join(root, "shared");
  writeFileSync(outside, "");
  chmodSync(outside, 0o644);
  const folder = join(root, "data");
  mkdirSync(folder, { mode: 0o700 });
  symlinkSync(outside, join(folder, "link"));
  expect(makeFolderPrivate(folder)).toBe(0);
  expect(modeOf(outside)).toBe("644");
});
