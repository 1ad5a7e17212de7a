import { mkdir, mkdtemp, readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { OperatorError } from "../foundation/db/operator-error.ts";
import { openSeedKey } from "./seed-key.ts";

const none = { hasSeeds: false };
const folder = () => mkdtemp(join(tmpdir(), "furlong-seed-key-"));

it("FAIR-8 the seed key is created once, for its owner's eyes alone", async () => {
  const dataDir = join(await folder(), "data");
  const created = await openSeedKey(dataDir, none);
  expect(created).toHaveLength(32);
  expect(await openSeedKey(dataDir, none)).toEqual(created);
  expect((await stat(join(dataDir, "seed-key"))).mode & 0o777).toBe(0o600);
});

it("FAIR-8 processes that start together agree on one key", async () => {
  const dataDir = await folder();
  const keys = await Promise.all(Array.from({ length: 8 }, () => openSeedKey(dataDir, none)));
  expect(new Set(keys.map((key) => Buffer.from(key).toString("hex"))).size).toBe(1);
});

it("FAIR-8 a damaged key is reported, not replaced", async () => {
  const dataDir = await folder();
  await writeFile(join(dataDir, "seed-key"), "short");
  await expect(openSeedKey(dataDir, none)).rejects.toThrow("holds 5 bytes");
});

it("FAIR-8 where seeds are sealed already, no other key is created", async () => {
  const dataDir = await folder();
  await expect(openSeedKey(dataDir, { hasSeeds: true })).rejects.toThrow(OperatorError);
  expect(await readdir(dataDir)).toEqual([]);
});

it("FAIR-8 a key that cannot be read is told in one line", async () => {
  const dataDir = await folder();
  await mkdir(join(dataDir, "seed-key"));
  await expect(openSeedKey(dataDir, none)).rejects.toThrow(OperatorError);
  await expect(openSeedKey(dataDir, none)).rejects.toThrow("cannot be read (EISDIR)");
});
