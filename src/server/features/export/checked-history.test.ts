import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkLines } from "../../../../tests/history/check-lines.ts";
import { exportOf } from "../../../../tests/support/export.ts";
import { loseTestLog, openTestLog } from "../../../../tests/support/open-test-log.ts";
import { admin, openRaceRoom, type RaceRoom, SOL } from "../../../../tests/support/race-room.ts";
import { refundBet } from "../races/settle/refund-bet.ts";
import { refundRace } from "../races/settle/refund-race.ts";

let room: RaceRoom;
let log: ReturnType<typeof exportOf>;
beforeEach(async () => {
  room = await openRaceRoom();
  log = exportOf(room);
  await room.fundHouse(100n * SOL);
});
afterEach(() => room.close());

const request = { ...admin, reason: "Wrong" };

/** A settled race that alice wins and bob loses. */
async function settled(): Promise<string> {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  await room.bet(id, "alice", { horse: winner, stake: 100_000_003n });
  await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: 999_999_999n });
  await room.runToEnd(id);
  return id;
}

async function recordAll(): Promise<void> {
  await room.confirmAnchors();
  await log.record();
  await log.record();
}

const faultsOf = async () => checkLines(await log.lines());

it("HISTORY-1 EXPORT-3 RULELOG-2 what the server records of races, refunds and reversals holds", async () => {
  const reversed = await settled();
  await refundRace(room.ports(), { raceId: reversed, ...request });
  const given = await settled();
  await refundBet(room.ports(), { betId: `bet-${given}-bob`, ...request });
  const { id: open } = await room.openRace();
  await room.bet(open, "alice", { horse: 1, stake: 50_000_000n });
  await refundRace(room.ports(), { raceId: open, ...admin, reason: "The gate stuck" });
  await settled();
  await recordAll();
  const { state, faults } = await faultsOf();
  expect(faults).toEqual([]);
  expect(state.races).toBe(4);
  expect(state.refunds).toMatchObject({ rows: {}, awaited: [] });
});

it("HISTORY-1 FAIR-7 FAIR-12 LOG-12 a house whose log lost entries is told of that, and accused of nothing else", async () => {
  const before = await room.race(await settled());
  await room.runToEnd(await settled());
  await loseTestLog(room);
  const after = await room.race(await settled());
  expect(after.seedChainId).not.toBe(before.seedChainId);
  await recordAll();
  const lines = await log.lines();
  expect(lines.filter((line) => line.includes('"kind":"race"'))).toHaveLength(3);
  expect(checkLines(lines).faults).toMatchObject([{ rule: "RULELOG-1", expected: "row 1: open = false" }]);
});

it("HISTORY-1 FAIR-12 each log comes before the first race of its own, whatever the clock of the server that opened it", async () => {
  await settled();
  await loseTestLog(room);
  // Dated no earlier than the last entry of the log before, which another server's clock may have told.
  await openTestLog({ db: room.db, clock: { now: () => room.clock.now() + 60_000 } });
  await settled();
  await recordAll();
  const lines = await log.lines();
  expect(lines.filter((line) => line.includes('"kind":"race"'))).toHaveLength(2);
  expect(checkLines(lines).faults).toMatchObject([{ rule: "RULELOG-1" }]);
});

it("HISTORY-2 FAIR-7 a seed of the chain that a loss of entries made public is a fault", async () => {
  await settled();
  await loseTestLog(room);
  await room.db.execute(sql`update seed_chains set is_abandoned = false`);
  const race = await settled();
  await recordAll();
  expect((await faultsOf()).faults).toMatchObject([{ rule: "RULELOG-1" }, { race, rule: "FAIR-7" }]);
});

it("HISTORY-2 RULELOG-4 a setting that was changed past the rule log is found at the first race with it", async () => {
  await settled();
  await room.setting("house_edge", "2.5");
  const changed = await settled();
  await recordAll();
  expect((await faultsOf()).faults).toMatchObject([
    { race: changed, rule: "RULELOG-4", expected: "houseEdgeBps = 500 (row 2)", found: "houseEdgeBps = 250" },
  ]);
});
