import { chmodSync, mkdirSync, mkdtempSync, readdirSync, lstatSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { unpackDatabase } from "../../tests/support/database-image.ts";
import { startServer } from "../../tests/support/server-process.ts";
import { systemClock as clock } from "./adapters/clock.ts";
import { nodeEntropy as entropy } from "./adapters/entropy.ts";
import { seedVault } from "./features/races/seeds/seed-chain.ts";
import { openEmbedded } from "./foundation/db/open-embedded.ts";
import { bindToNetwork } from "./features/settings/stored-network.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "furlong-start-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Every path of the data folder that users other than its owner can reach. */
const reachableByOthers = () =>
  [dataDir, ...readdirSync(dataDir, { recursive: true, encoding: "utf8" }).map((name) => join(dataDir, name))]
    .filter((path) => (lstatSync(path).mode & 0o077) !== 0)
    .map((path) => path.slice(dataDir.length));

it("LIMITS-10 under umask 0, on a folder that is open to all, everything is private and a line says so", async () => {
  chmodSync(dataDir, 0o777);
  mkdirSync(join(dataDir, "practice-bettors"));
  writeFileSync(join(dataDir, "practice-bettors/key"), "", { mode: 0o666 });
  const underUmaskZero = 'process.umask(0); await import("./src/server/main.ts")';
  const server = await startServer({
    dataDir,
    program: ["--import", "tsx", "--input-type=module", "--eval", underUmaskZero],
  });
  try {
    expect(readdirSync(dataDir)).toContain("database");
    expect(reachableByOthers()).toEqual([]);
    expect(server.lines.filter((line) => line.includes("its files are private now"))).toHaveLength(1);
  } finally {
    await server.stop();
  }
  expect(reachableByOthers()).toEqual([]);
}, 180_000);

it("LIMITS-11 data of another network than the environment's: the start is refused in one line", async () => {
  await unpackDatabase(dataDir);
  const { db, close } = await openEmbedded({ dataDir });
  await bindToNetwork(db, "devnet", new Date(0));
  await close();
  const server = await startServer({ dataDir, untilReady: false });
  expect(await server.exited).toBe(1);
  expect(server.lines).toEqual([
    "The data belongs to devnet, but this start is for localnet. Set SOLANA_NETWORK=devnet, or give another DATA_DIR " +
      "(or DATABASE_URL) to localnet.",
  ]);
}, 180_000);

it("FAIR-8 a database with seeds and no seed key: the start is refused in one line, and leaves no other key", async () => {
  await unpackDatabase(dataDir);
  const { db, close } = await openEmbedded({ dataDir });
  const seeds = seedVault({ clock, entropy, seedKey: new Uint8Array(32) });
  await db.transaction((tx) => seeds.takeSeed(tx, { network: "localnet", anchored: false }));
  await close();
  const server = await startServer({ dataDir, untilReady: false });
  expect(await server.exited).toBe(1);
  expect(server.lines).toHaveLength(1);
  expect(server.lines[0]).toContain("seed-key is missing");
  expect(readdirSync(dataDir)).not.toContain("seed-key");
}, 180_000);
