import { expect, it } from "vitest";
import { eq, sql } from "drizzle-orm";
import { walletOf, SOL } from "../../../../tests/support/race-room.ts";
import { rowsOf } from "../../db/database.ts";
import { users } from "../../db/schema/players.ts";
import { readReplay, verifyRace } from "../read/verify-race.ts";
import { useSettledRaces } from "../../../../tests/support/settled-races.ts";

const races = useSettledRaces();
const { refund, streakOf, withPlayers, settled } = races;

it("MONEY-9 REFERRAL-3 referral totals forget the race, also of who is referred by another now", async () => {
  await withPlayers();
  await races.room.player("king");
  const totals = () =>
    rowsOf(races.room.db, sql`select referrer, wagered, earned from referral_totals order by wallet`);
  const first = await settled();
  const before = await totals();
  const second = await settled({ names: ["alice", "bob", "carol"] });
  await races.room.db
    .update(users)
    .set({ referrer: walletOf("king") })
    .where(eq(users.wallet, walletOf("alice")));
  expect(await refund(second)).toMatchObject({ ok: true });
  expect(await totals()).toEqual(before);
  expect(await refund(first)).toMatchObject({ ok: true });
  for (const row of await totals()) expect(row).toMatchObject({ wagered: 0n, earned: 0n });
});

it("MONEY-9 a streak goes back to where it was, if no counted race has come since", async () => {
  await withPlayers();
  // Large enough to count.
  const stake = SOL;
  await races.room.setting("superfecta_bonus_sol", "0.01");
  const first = await settled({ stake });
  expect([await streakOf("alice"), await streakOf("bob"), await streakOf("carol")]).toEqual([2, 4, 0]);
  const { id: second } = await races.room.openRace();
  const { winner } = await races.room.outcome(second);
  await races.room.bet(second, "alice", { horse: winner, stake });
  await races.room.bet(second, "dora", { horse: winner, stake });
  await races.room.runToEnd(second);
  expect(await streakOf("alice")).toBe(3);
  expect(await refund(first)).toMatchObject({ ok: true });
  expect([await streakOf("alice"), await streakOf("bob"), await streakOf("carol")]).toEqual([3, 3, 2]);
  expect(await refund(second)).toMatchObject({ ok: true });
  expect(await streakOf("alice")).toBe(2);
});

it("MONEY-9 the records of the horses and the players' sums lose the race (BOARD-1)", async () => {
  await withPlayers();
  const records = () =>
    rowsOf(races.room.db, sql`select id, races_run, races_won, bets_taken from horses order by id`);
  await settled();
  const before = await records();
  const id = await settled();
  expect(await records()).not.toEqual(before);
  await refund(id);
  expect(await records()).toEqual(before);
  const sums = await rowsOf(
    races.room.db,
    sql`select wagered, won, races, wins, jackpots from player_totals where races > 0`,
  );
  expect(sums).toHaveLength(3);
  for (const row of sums) expect(row).toMatchObject({ races: 1, jackpots: 0 });
});

it("MONEY-9 FAIR-13 the verification shows the settlement that was made and its refund, and the replay stays", async () => {
  await withPlayers();
  const id = await settled();
  const read = async () => {
    const verified = await verifyRace(races.room.db, id);
    if (!verified.ok) throw new Error(verified.code);
    return verified.value;
  };
  const [before, replay] = [await read(), await readReplay(races.room.db, id)];
  await refund(id);
  const after = await read();
  expect(after).toEqual({
    ...before,
    status: "refunded",
    settlement: {
      ...before.settlement,
      refundedAt: new Date(races.room.clock.now()),
      bets: before.settlement?.bets.map((bet) => ({ ...bet, refunded: bet.stake })),
      payouts: before.settlement?.payouts.map((payout) => ({ ...payout, status: "failed" })),
    },
  });
  expect(await readReplay(races.room.db, id)).toEqual(replay);
});
