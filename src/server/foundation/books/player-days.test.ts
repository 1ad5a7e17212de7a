import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { openRaceRoom, type RaceRoom, SOL, walletOf } from "../../../../tests/support/race-room.ts";
import { rowsOf } from "../db/database.ts";
import { sqlState } from "../db/transaction.ts";
import { readPlayerDays } from "./player-days.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(100n * SOL);
});
afterEach(() => room.close());

const daysOf = (name: string, since?: string) =>
  readPlayerDays(room.db, { wallet: walletOf(name), ...(since === undefined ? {} : { since }) });

/** What the sums should be, computed from every bet. */
const counted = () =>
  rowsOf(
    room.db,
    sql`select wallet, (settled_at at time zone 'UTC')::date::text as day, sum(stake)::bigint as wagered,
               sum(case when result = 'win' then payout else 0 end)::bigint as won,
               count(*)::int as races, count(*) filter (where result = 'win')::int as wins
          from bets where status = 'confirmed' and ledger = 'real' and result in ('win', 'loss')
         group by 1, 2 order by 1, 2`,
  );
const storedDays = () =>
  rowsOf(
    room.db,
    sql`select wallet, day::text as day, wagered, won, races, wins from player_days
         where races <> 0 or wagered <> 0 or won <> 0 or wins <> 0 order by 1, 2`,
  );
const totals = () =>
  rowsOf(
    room.db,
    sql`select wallet, wagered, won, races, wins, jackpots from player_totals
         where races <> 0 or wagered <> 0 or won <> 0 or wins <> 0 or jackpots <> 0 order by 1`,
  );

/** A race with a winner and a loser, one bet each. */
async function run(winnerName: string, loserName: string) {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  await room.bet(id, winnerName, { horse: winner, stake: SOL });
  await room.bet(id, loserName, { horse: (winner % 6) + 1, stake: 3n * SOL });
  await room.runToEnd(id);
  return id;
}

it("BOARD-1 wagers, payouts, races and wins are kept by UTC day of the settlement, and since the first race", async () => {
  await run("alice", "bob");
  await room.clock.advance(DAY_MS);
  await room.setting("jackpot_pool_amount", "1");
  await run("alice", "bob");
  await run("alice", "bob");
  const [first, second] = await daysOf("alice");
  expect(first).toMatchObject({ wagered: SOL, won: 3_800_000_000n, races: 1, wins: 1 });
  expect(second).toMatchObject({ wagered: 2n * SOL, races: 2, wins: 2 });
  expect(await daysOf("alice", second?.day)).toEqual([second]);
  expect(await daysOf("bob")).toMatchObject([
    { wagered: 3n * SOL, won: 0n, races: 1, wins: 0 },
    { wagered: 6n * SOL, won: 0n, races: 2, wins: 0 },
  ]);
  expect(await storedDays()).toEqual(await counted());
  expect((await totals()).find(({ wallet }) => wallet === walletOf("alice"))).toMatchObject({
    wagered: 3n * SOL,
    races: 3,
    wins: 3,
    jackpots: 2,
  });
});

it("BOARD-1 a refund and play money count nowhere", async () => {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  await room.bet(id, "alice", { horse: (winner % 6) + 1, stake: SOL });
  await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: SOL });
  expect((await room.runToEnd(id)).status).toBe("refunded");
  expect(await storedDays()).toEqual([]);
  await room.setting("testing_mode_enabled", "true");
  await room.openRace();
  const play = await run("alice", "bob");
  expect((await room.race(play)).ledger).toBe("play");
  expect(await storedDays()).toEqual([]);
});

it("BOARD-1 follows the bets, also when settled ones are refunded, on either side of midnight", async () => {
  const id = await run("alice", "bob");
  let created = 0;
  const change = fc.record({
    what: fc.constantFrom("settle", "refund"),
    hours: fc.integer({ min: 0, max: 30 }),
    isWon: fc.boolean(),
    some: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
      for (const { what, hours, isWon, some } of changes) {
        for (let made = 0; made < some; made++) {
          await room.bet(id, `p${created++}`, { horse: 1, stake: BigInt(created) * 1_000n });
        }
        if (what === "settle") {
          await room.db.execute(
            sql`update bets set result = ${isWon ? "win" : "loss"}, payout = ${isWon ? 5_000 : 0}, settled_at = now() + make_interval(hours => ${hours})
                 where result is null`,
          );
        } else {
          await room.db.execute(
            sql`update bets set result = 'refunded' where id in
                 (select id from bets where result is null or result = 'loss' order by id limit ${some})`,
          );
        }
      }
      expect(await storedDays()).toEqual(await counted());
      const sums = await rowsOf<{ races: number }>(
        room.db,
        sql`select wallet, sum(wagered)::bigint as wagered, sum(won)::bigint as won, sum(races)::int as races, sum(wins)::int as wins, 0 as jackpots
              from player_days group by wallet having sum(races) <> 0 order by wallet`,
      );
      expect(await totals()).toEqual(sums);
    }),
    { numRuns: 8 },
  );
});

it("BOARD-1 nothing but the bets moves the sums", async () => {
  await run("alice", "bob");
  const refused = async (statement: string) => {
    const state = await room.db.execute(sql.raw(statement)).then(() => null, sqlState);
    expect([statement, state]).toEqual([statement, "23001"]);
  };
  for (const table of ["player_days", "player_totals"]) {
    await refused(`update ${table} set won = won + 1`);
    await refused(`delete from ${table}`);
    await refused(`truncate ${table}`);
  }
});
