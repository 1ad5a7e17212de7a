import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { mustBeSound } from "../../../../../tests/support/books.ts";
import { type RaceRoom, SOL, openRaceRoom, walletOf } from "../../../../../tests/support/race-room.ts";
import { readReplay, verifyRace } from "../read/verify-race.ts";
import { settingsOf } from "../race-rows.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(10n * SOL);
});
afterEach(async () => {
  await mustBeSound(room.db);
  await room.close();
});

/** Gives the race the settings of an older program, from before versions and with fewer settings. */
async function makeOlder(raceId: string) {
  await room.db.execute(sql`alter table races disable trigger legal_update`);
  await room.db.execute(
    sql`update races set settings = settings - 'version' - 'superfectaBonus' - 'bonusFundShareBps' - 'jackpot' - 'protocol' - 'special'
         where id = ${raceId}`,
  );
  await room.db.execute(sql`alter table races enable trigger legal_update`);
}

it("RACE-3 FAIR-10 a race with fewer settings than today's is run, settled, replayed and verified", async () => {
  const { id } = await room.openRace();
  await makeOlder(id);
  expect(settingsOf(await room.race(id))).toMatchObject({ superfectaBonus: 0n, bonusFundShareBps: 0 });
  const { winner, places } = await room.outcome(id);
  await room.player("alice", { streak: 3 });
  await room.bet(id, "alice", { horse: winner, stake: SOL });
  await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: SOL });
  const over = await room.runToEnd(id);
  expect(over).toMatchObject({ status: "completed", winningNumber: winner, fee: 100_000_000n });
  // These settings promised no share of the fee to a bonus fund, and no bonus for a streak of four.
  expect(await room.balances()).toEqual({
    "chain:deposit:d": -(12n * SOL),
    outgoing: 1_900_000_000n,
    equity: 10_100_000_000n,
  });
  expect(await room.reader.readOne(id, walletOf("alice"))).toMatchObject({
    value: { race: { bonus_awards: [] }, yourBet: { result: "win" } },
  });
  expect(await readReplay(room.db, id)).toMatchObject({ value: { places } });
  // Its slot was announced at the close, and no bets were locked.
  expect(over.beaconSlot).not.toBeNull();
  expect(await verifyRace(room.db, id)).toMatchObject({
    value: { settlement: { kind: "paid" }, betsRoot: null, lockedBets: null, anchors: { lock: null } },
  });
});

it("RACE-3 a race of a later program is left alone, not settled by rules that are not known", async () => {
  const { id } = await room.openRace();
  await room.db.execute(sql`alter table races disable trigger legal_update`);
  await room.db.execute(sql`update races set settings = settings || '{"version": 4}' where id = ${id}`);
  await expect(room.round()).rejects.toThrow("version 4, this program knows 3");
  expect((await room.race(id)).status).toBe("pending");
});

it("FAIR-9 a race that an earlier program refunded, its seed still sealed, is given back with its seed", async () => {
  const { id } = await room.openRace();
  const { seed } = await room.outcome(id);
  await room.bet(id, "alice", { horse: 1, stake: SOL });
  const at = new Date(room.clock.now()).toISOString();
  await room.db.execute(
    sql`update races set status = 'refunded', refunded_at = ${at}::timestamptz, refund_reason = 'Asked for' where id = ${id}`,
  );
  await room.round();
  expect(await room.race(id)).toMatchObject({ status: "refunded", serverSeed: seed });
  expect((await room.balances())[`user:${walletOf("alice")}`]).toBe(SOL);
});
