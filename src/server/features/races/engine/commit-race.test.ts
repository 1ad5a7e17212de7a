import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { anchorTestLog, openTestLog } from "../../../../../tests/support/open-test-log.ts";
import {
  LOCK_WALLET,
  type RaceRoom,
  SOL,
  admin,
  openRaceRoom,
} from "../../../../../tests/support/race-room.ts";
import { rowsOfLog, toldRules } from "../../../../../tests/support/rules.ts";
import type { EntryContent } from "../../../../domain/log/entry.ts";
import { houseWallets } from "../../../foundation/db/schema/house-wallets.ts";
import { logs, notaryMemos } from "../../../foundation/db/schema/public-log.ts";
import { appendEntries } from "../../../foundation/public-log/append-entries.ts";
import { findNewestRace } from "../race-rows.ts";
import { refundRace } from "../settle/refund-race.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(10n * SOL);
});
afterEach(() => room.close());

/** Rounds until there is a race, whose seed chain is anchored before. */
async function created() {
  for (let round = 0; round < 20; round += 1) {
    await room.round();
    const race = await findNewestRace(room.db);
    if (race !== null) return race;
    await room.confirmAnchors();
    await room.clock.advance(1_000);
  }
  throw new Error("no race was created");
}

const UNDER_WAY = "5".repeat(88);

const commits = async () => (await toldRules(room.db)).filter(({ kind }) => kind === "commit");

it("RACE-11 FAIR-12 betting opens once a final memo covers the entry, and not for one that is under way or smaller", async () => {
  const { id, log, commitIndex, createdAt } = await created();
  expect(commitIndex).toBeGreaterThan(0);
  const terms = { log, root: "", note: "", wire: "", lastValidBlockHeight: 0n, signedAtSlot: 0n, createdAt };
  await room.db.insert(notaryMemos).values([
    {
      ...terms,
      signature: "2".repeat(88),
      size: commitIndex,
      outcome: "landed",
      slot: 1n,
      endedAt: createdAt,
    },
    {
      ...terms,
      signature: "3".repeat(88),
      size: commitIndex + 1,
      outcome: "failed",
      slot: 1n,
      endedAt: createdAt,
    },
    { ...terms, signature: "4".repeat(88), size: commitIndex + 1, outcome: "expired", endedAt: createdAt },
    { ...terms, signature: UNDER_WAY, size: commitIndex + 1 },
  ]);
  await room.run(5_000);
  expect(await room.race(id)).toMatchObject({ status: "pending", bettingOpensAt: null });
  await room.db
    .update(notaryMemos)
    .set({ outcome: "landed", slot: 9n, endedAt: createdAt })
    .where(eq(notaryMemos.signature, UNDER_WAY));
  await room.round();
  expect((await room.race(id)).bettingOpensAt).not.toBeNull();
  const { race } = await room.readNewest(null);
  expect(race?.anchors.commit).toBe(UNDER_WAY);
});

it("FAIR-12 a race that could not be created left no entry, and its number and seed to the next attempt", async () => {
  const { id, seedIndex } = await room.openRace();
  await room.db.execute(sql`create function refuse() returns trigger language plpgsql
                            as $$ begin raise exception 'refused'; end $$`);
  await room.db.execute(sql`create trigger refuse before insert on race_horses execute function refuse()`);
  await room.runToEnd(await refunded(id));
  await expect(room.run(60_000)).rejects.toThrow("race_horses");
  expect((await commits()).map(({ race }) => race)).toEqual(["race-1"]);
  await room.db.execute(sql`drop trigger refuse on race_horses`);
  expect(await room.openRace()).toMatchObject({ id: "race-2", seedIndex: seedIndex + 1 });
  expect((await commits()).map(({ race }) => race)).toEqual(["race-1", "race-2"]);
});

it("RACE-10 FAIR-12 a restart between entry and anchor goes on with the same race and the same entry", async () => {
  const { id } = await created();
  room.restart();
  await room.run(3_000);
  await room.takeLead();
  await room.confirmAnchors();
  await room.round();
  expect(await room.openIds()).toEqual([id]);
  expect((await room.race(id)).bettingOpensAt).not.toBeNull();
  expect(await commits()).toHaveLength(1);
});

it("LOG-11 betting does not open while the log may not continue what is anchored", async () => {
  const { id } = await created();
  await anchorTestLog(room);
  room.restart({ mayOpenRace: () => false });
  await room.run(3_000);
  expect((await room.race(id)).bettingOpensAt).toBeNull();
  room.restart();
  await room.round();
  expect((await room.race(id)).bettingOpensAt).not.toBeNull();
});

/** As the command of an operator does. */
const endLog = (log: string, isLost: boolean) =>
  room.db.transaction(async (tx) => {
    const close: EntryContent = { kind: "close", notary: LOCK_WALLET };
    if (!isLost) await appendEntries(tx, new Date(room.clock.now()), [close]);
    await tx.update(logs).set({ isLost, isOpen: false }).where(eq(logs.id, log));
  });

it.each([
  ["lost entries", true],
  ["was closed", false],
])(
  "LOG-12 FAIR-12 a race whose log %s before it was anchored is refunded, and the next one commits",
  async (_, isLost) => {
    const { id, log } = await created();
    await endLog(log, isLost);
    await openTestLog(room);
    await room.run(1_000);
    expect(await room.race(id)).toMatchObject({ status: "refunded", bettingOpensAt: null });
    expect((await room.race(id)).serverSeed).not.toBeNull();
    expect((await room.readNewest(null)).race?.refund_reason).toBe("log_ended");
    expect(await toldRules(room.db)).toMatchObject([
      { kind: "open" },
      { kind: "refund-race", race: id, cause: "log_ended", reason: null },
    ]);
    const next = await room.openRace();
    expect(next).toMatchObject({ number: 2 });
    expect(next.log).not.toBe(log);
  },
);

it("FAIR-15 without a hot wallet no race is created, and none is committed to", async () => {
  const { id } = await room.openRace();
  await room.db.update(houseWallets).set({ isActive: false });
  await room.runToEnd(await refunded(id));
  await room.run(60_000);
  expect(await findNewestRace(room.db)).toMatchObject({ id });
  expect((await rowsOfLog(room.db)).filter(({ entry }) => entry.startsWith('{"kind":"commit"'))).toHaveLength(
    1,
  );
});

async function refunded(raceId: string) {
  await refundRace(room.ports(), { raceId, reason: null, ...admin });
  return raceId;
}
