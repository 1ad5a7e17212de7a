import { mkdtemp, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSeedKey } from "./seed-key.ts";

const folder = () => mkdtemp(join(tmpdir(), "furlong-seed-key-"));

it("FAIR-8 the seed key is created once, for its owner's eyes alone", async () => {
  const dataDir = join(await folder(), "data");
  const created = await openSeedKey(dataDir);
  expect(created).toHaveLength(32);
  expect(await openSeedKey(dataDir)).toEqual(created);
  expect((await stat(join(dataDir, "seed-key"))).mode & 0o777).toBe(0o600);
});

it("FAIR-8 processes that start together agree on one key", async () => {
  const dataDir = await folder();
  const keys = await Promise.all(Array.from({ length: 8 }, () => openSeedKey(dataDir)));
  expect(new Set(keys.map((key) => Buffer.from(key).toString("hex"))).size).toBe(1);
});

it("FAIR-8 a damaged key is reported, not replaced", async () => {
  const dataDir = await folder();
  await writeFile(join(dataDir, "seed-key"), "short");
  await expect(openSeedKey(dataDir)).rejects.toThrow("holds 5 bytes");
});
