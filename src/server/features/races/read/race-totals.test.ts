import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type RaceRoom, SOL, admin, openRaceRoom } from "../../../../../tests/support/race-room.ts";
import { rowsOf } from "../../../foundation/db/database.ts";
import { sqlState } from "../../../foundation/db/transaction.ts";
import { refundRace } from "../settle/refund-race.ts";

let room: RaceRoom;
beforeEach(async () => {
  room = await openRaceRoom();
  await room.fundHouse(10n * SOL);
});
afterEach(() => room.close());

const totals = () =>
  rowsOf(
    room.db,
    sql`select * from race_totals where bets <> 0 or stakes <> 0 order by race_id, horse_number`,
  );
const counted = (which: ReturnType<typeof sql>) =>
  rowsOf(
    room.db,
    sql`select race_id, horse_number, count(*)::int as bets, sum(stake)::bigint as stakes from bets
         where status = 'confirmed' and ${which} group by race_id, horse_number order by race_id, horse_number`,
  );
const live = sql`result is distinct from 'refunded'`;

it("the totals of a race follow its bets, whatever becomes of them", async () => {
  const { id } = await room.openRace();
  let created = 0;
  const change = fc.oneof(
    fc.record({ what: fc.constant("bet" as const), horse: fc.integer({ min: 1, max: 6 }) }),
    fc.record({
      what: fc.constantFrom("drop" as const, "mark" as const),
      horse: fc.integer({ min: 1, max: 6 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      for (const { what, horse } of changes) {
        if (what === "bet") await room.bet(id, `p${created++}`, { horse, stake: BigInt(created) * 1_000n });
        else {
          const result = what === "drop" ? "refunded" : "loss";
          await room.db.execute(
            sql`update bets set result = ${result}
                 where id in (select id from bets where horse_number = ${horse} and result is null limit 3)`,
          );
        }
      }
      expect(await totals()).toEqual(await counted(live));
    }),
    { numRuns: 25 },
  );
  expect(created).toBeGreaterThan(10);
});

it("RACE-1 a race that was refunded as a whole still shows what was staked, not what was dropped before", async () => {
  const { id } = await room.openRace();
  await room.bet(id, "alice", { horse: 1, stake: SOL });
  const dropped = await room.bet(id, "bob", { horse: 1, stake: SOL });
  await room.bet(id, "carol", { horse: 2, stake: 2n * SOL });
  await room.db.execute(sql`update bets set result = 'refunded', payout = 0 where id = ${dropped}`);
  await refundRace(room.ports(), { raceId: id, reason: "Asked for", ...admin });
  expect(await totals()).toEqual([
    { race_id: id, horse_number: 1, bets: 1, stakes: SOL },
    { race_id: id, horse_number: 2, bets: 1, stakes: 2n * SOL },
  ]);
});

it("nobody writes the totals but the database itself", async () => {
  const { id } = await room.openRace();
  await room.bet(id, "alice", { horse: 1, stake: SOL });
  for (const statement of [
    sql`update race_totals set stakes = stakes + 1`,
    sql`insert into race_totals values (${id}, 2, 1, 5)`,
    sql`delete from race_totals`,
    sql`truncate race_totals`,
  ]) {
    expect(await room.db.execute(statement).then(() => null, sqlState)).toBe("23001");
  }
});
