import { afterAll, beforeAll, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { checkBooks } from "../../../../../tests/support/books.ts";
import { type FaultLine, faultLine, faulty } from "../../../../../tests/support/faults.ts";
import {
  type RaceRoom,
  SOL,
  openRaceRoom,
  slotsOf,
  untilDue,
  walletOf,
} from "../../../../../tests/support/race-room.ts";
import { findNewestRace } from "../race-rows.ts";
import { users } from "../../../foundation/db/schema/players.ts";

const BONUS = 10_000_000n;

let room: RaceRoom;
beforeAll(async () => {
  room = await openRaceRoom({ chainLength: 2_000 });
  await room.fundHouse(1_000n * SOL);
  await room.setting("jackpot_pool_amount", "0.5");
  await room.setting("superfecta_bonus_sol", "0.01");
  await room.player("queen");
  await room.player("alice", { referrer: "queen" });
  await room.player("bob");
});
afterAll(() => room.close());

/** A whole race in which the engine dies at the given crossing of the fault line and another takes over. */
async function runRace(line: FaultLine) {
  room.restart({
    db: faulty(room.db, line),
    chain: line.ports(slotsOf(room.clock, 0)),
    broadcast: line.ports(room.ports().broadcast),
  });
  const round = async () => {
    try {
      await room.round();
    } catch (error) {
      if (!line.isBroken) throw error;
      room.restart({ chain: slotsOf(room.clock, 0) });
    }
  };
  const last = await findNewestRace(room.db);
  await room.clock.advance(10_000);
  for (let rounds = 0; rounds < 60; rounds++) {
    await round();
    await room.confirmAnchors();
    const race = await findNewestRace(room.db);
    if (race === null || race.id === last?.id) continue;
    if (race.settledAt !== null) return race;
    if (race.status === "pending" && race.bettingOpensAt !== null) await placeBets(race.id);
    await room.clock.advance(untilDue(race, room.clock.now()));
  }
  throw new Error("the race did not end");
}

async function placeBets(raceId: string) {
  const { winner } = await room.outcome(raceId);
  if (`pool:${raceId}` in (await room.balances())) return;
  await room.bet(raceId, "alice", { horse: winner, stake: 333_333_333n });
  await room.bet(raceId, "bob", { horse: (winner % 6) + 1, stake: 777_777_777n });
  await room.bet(raceId, "carol", { horse: winner, stake: 123_456_789n });
}

/** What a race changed in the books, with its own id removed. */
async function changesOf(run: () => Promise<{ id: string }>) {
  const before = await room.balances();
  const race = await run();
  const after = await room.balances();
  const accounts = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  const changes = accounts.map(
    (account) => [account, (after[account] ?? 0n) - (before[account] ?? 0n)] as const,
  );
  return { race, changes: Object.fromEntries(changes.filter(([, change]) => change !== 0n)) };
}

/** Every fourth race that Alice wins completes a superfecta. */
function withBonus(changes: Record<string, bigint>, raceNumber: number) {
  if (raceNumber % 4 !== 0) return changes;
  return { ...changes, bonus: changes["bonus"]! - BONUS, [`user:${walletOf("alice")}`]: BONUS };
}

it("RACE-10 a crash at any point of a race changes nothing of what comes out (INV-1, INV-3, INV-4, INV-5, INV-10, INV-11)", async () => {
  const first = await runRace(faultLine());
  const { changes: expected } = await changesOf(() => runRace(faultLine()));
  expect(Object.keys(expected)).toHaveLength(5);
  let raceNumber = first.number + 1;
  for (let breakAt = 1; ; breakAt++) {
    raceNumber++;
    const line = faultLine(breakAt);
    const { race, changes } = await changesOf(() => runRace(line));
    expect(changes, `crossing ${breakAt}: ${line.brokeIn}`).toEqual(withBonus(expected, raceNumber));
    expect(race).toMatchObject({ number: raceNumber, status: "completed" });
    const [alice] = await room.db
      .select()
      .from(users)
      .where(eq(users.wallet, walletOf("alice")));
    expect(alice?.currentWinStreak).toBe(((raceNumber - 1) % 4) + 1);
    if (!line.isBroken) break;
  }
  expect(raceNumber).toBeGreaterThan(100);
  expect(await checkBooks(room.db)).toEqual([]);
  expect(await room.payouts()).toHaveLength(2 * raceNumber);
}, 300_000);
