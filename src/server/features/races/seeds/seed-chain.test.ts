import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loseTestLog } from "../../../../../tests/support/open-test-log.ts";
import {
  type RaceRoom,
  SOL,
  admin,
  openRaceRoom,
  seededEntropy,
} from "../../../../../tests/support/race-room.ts";
import { followsFrom } from "../../../../domain/seed-chain.ts";
import { payments } from "../../../foundation/db/schema/payments.ts";
import { seedChains } from "../../../foundation/db/schema/races.ts";
import { refundRace } from "../settle/refund-race.ts";
import { SeedKeyMismatch, publishedChains, seedVault } from "./seed-chain.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom({ chainLength: 2 });
  await room.fundHouse(10n * SOL);
});
afterEach(() => room.close());

const otherVault = (seedKey: Uint8Array, entropy = "other") =>
  seedVault({ clock: room.clock, entropy: seededEntropy(entropy), seedKey, chainLength: 2 });

it("FAIR-7 the end of the chain is on the Solana chain before the first seed is used", async () => {
  await room.run(1_000);
  expect(await room.openIds()).toEqual([]);
  const { chain } = await publishedChains(room.db);
  expect(chain).toMatchObject({ consumed: 0, length: 2, anchor: null });
  const [anchor] = await room.db.select().from(payments);
  expect(anchor).toMatchObject({ kind: "anchor", memo: `furlong:1:seed-chain tip=${chain!.tip} length=2` });
  await room.confirmAnchors();
  await room.round();
  expect(await room.openIds()).toHaveLength(1);
});

it("FAIR-7 seeds are used strictly in order, and a new anchored chain follows an exhausted one", async () => {
  const revealed: { seed: string; chainId: number; index: number }[] = [];
  for (let race = 0; race < 5; race++) {
    const { id } = await room.openRace();
    await refundRace(room.ports(), { raceId: id, reason: "Next", ...admin });
    await room.run(250);
    const row = await room.race(id);
    revealed.push({ seed: row.serverSeed!, chainId: row.seedChainId, index: row.seedIndex });
  }
  expect(revealed.map(({ chainId, index }) => [chainId, index])).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
    [3, 1],
  ]);
  const tips = new Map((await room.db.select().from(seedChains)).map(({ id, tip }) => [id, tip]));
  for (const { seed, chainId, index } of revealed)
    expect(followsFrom(seed, tips.get(chainId)!, index)).toBe(true);
  expect(revealed[1]?.seed).not.toBe(revealed[0]?.seed);
  const published = await publishedChains(room.db);
  expect([published.chain?.tip, ...published.earlier.map(({ tip }) => tip)]).toEqual([
    tips.get(3),
    tips.get(2),
    tips.get(1),
  ]);
  expect(published.chain).toMatchObject({ consumed: 1 });
});

it("FAIR-7 a chain is computed before the transaction that stores it, and stored once whatever becomes of that", async () => {
  const roots: string[] = [];
  const source = seededEntropy("spare");
  const entropy = {
    bytes(length: number) {
      const bytes = source.bytes(length);
      if (length === 32) roots.push(Buffer.from(bytes).toString("hex"));
      return bytes;
    },
  };
  const vault = seedVault({ clock: room.clock, entropy, seedKey: new Uint8Array(32), chainLength: 2 });
  await vault.makeReady(room.db);
  await vault.makeReady(room.db);
  expect(roots).toHaveLength(1);
  const lost = room.db.transaction(async (tx) => {
    await vault.prepareChain(tx, "localnet");
    throw new Error("the connection was lost");
  });
  await expect(lost).rejects.toThrow("the connection was lost");
  expect(roots).toHaveLength(1);
  await vault.makeReady(room.db);
  await room.db.transaction((tx) => vault.prepareChain(tx, "localnet"));
  expect(new Set(roots).size).toBe(2);
  const [stored] = await room.db.select().from(seedChains);
  expect(followsFrom(roots[1]!, stored!.tip, 2)).toBe(true);
});

it("FAIR-7 a race publishes the hash that the seed before it is", async () => {
  const first = await room.openRace();
  const { chain } = await publishedChains(room.db);
  expect(first.serverSeedHash).toBe(chain?.tip);
  await refundRace(room.ports(), { raceId: first.id, reason: "Next", ...admin });
  await room.run(250);
  const second = await room.openRace();
  expect(second.serverSeedHash).toBe((await room.race(first.id)).serverSeed);
});

it("FAIR-7 LOG-12 a race after a loss of entries uses no seed that a race of the lost database revealed", async () => {
  const seeds = new Set<string | null>();
  const reveal = async (of: RaceRoom) => {
    const { id } = await of.openRace();
    await refundRace(of.ports(), { raceId: id, reason: null, ...admin });
    return (await of.runToEnd(id)).serverSeed;
  };
  for (let race = 0; race < 2; race += 1) seeds.add(await reveal(room));
  // The same installation from its backup, without the first race.
  const other = await openRaceRoom({ chainLength: 2 });
  try {
    await other.fundHouse(10n * SOL);
    await other.round();
    await other.confirmAnchors();
    expect((await publishedChains(other.db)).chain?.tip).toBe((await publishedChains(room.db)).chain?.tip);
    await loseTestLog(other);
    for (let race = 0; race < 3; race += 1) {
      const seed = await reveal(other);
      expect(seed).not.toBeNull();
      expect([...seeds]).not.toContain(seed);
    }
  } finally {
    await other.close();
  }
});

it("FAIR-8 a key that does not open the chain is an error, never a new chain", async () => {
  await room.openRace();
  const wrong = otherVault(new Uint8Array(32));
  await expect(wrong.checkKey(room.db)).rejects.toThrow(SeedKeyMismatch);
  await expect(wrong.seedOf(room.db, 1, 1)).rejects.toThrow("seed key");
  await expect(room.seeds().checkKey(room.db)).resolves.toBeUndefined();
  expect(await room.db.select().from(seedChains)).toHaveLength(1);
});

it("FAIR-8 what is stored of a chain is bound to its published end", async () => {
  await room.openRace();
  await room.db
    .update(seedChains)
    .set({ tip: "0".repeat(64) })
    .where(eq(seedChains.id, 1));
  await expect(room.seeds().checkKey(room.db)).rejects.toThrow(SeedKeyMismatch);
});
