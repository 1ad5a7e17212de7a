import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mustBeSound } from "../../../../tests/support/books.ts";
import { openRaceRoom, type RaceRoom, SOL, walletOf } from "../../../../tests/support/race-room.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { referralTotals } from "../../foundation/db/schema/referrals.ts";
import { listReferrals } from "./list-referrals.ts";

let room: RaceRoom;
beforeAll(async () => {
  room = await openRaceRoom();
  await room.fundHouse(100n * SOL);
  await room.player("sponsor");
  for (const name of ["first", "second", "third"]) {
    await room.player(name, { referrer: "sponsor" });
    await room.clock.advance(1_000);
  }
  await room.player("alone");
});
afterAll(async () => {
  await mustBeSound(room.db);
  await room.close();
});

async function list(page: { limit?: number; cursor?: string; seesHidden?: boolean } = {}, name = "sponsor") {
  const listed = await listReferrals(room.db, { wallet: walletOf(name), limit: 20, ...page });
  if (!listed.ok) throw new Error(listed.code);
  return listed.value;
}

async function race(stakes: Readonly<Record<string, bigint>>, picks: "winner" | "others" = "winner") {
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  const horses = picks === "winner" ? [winner, (winner % 6) + 1] : [(winner % 6) + 1];
  let at = 0;
  for (const [name, stake] of Object.entries(stakes)) {
    await room.bet(id, name, { horse: horses[at % horses.length]!, stake });
    at += 1;
  }
  await room.runToEnd(id);
}

it("lists whom a wallet referred, newest first, page by page, with totals over all", async () => {
  const first = await list({ limit: 2 });
  expect(first.referrals.map(({ username }) => username)).toEqual(["third", "second"]);
  expect(first).toMatchObject({ totalReferrals: 3, totalReferredWager: 0n, totalEarnings: 0n });
  const rest = await list({ limit: 2, cursor: first.nextCursor! });
  expect(rest).toMatchObject({
    referrals: [{ username: "first", referred_wallet: walletOf("first"), total_earned: 0n }],
    totalReferrals: 3,
    nextCursor: null,
  });
  expect(await list({}, "alone")).toMatchObject({ referrals: [], totalReferrals: 0, nextCursor: null });
  const wrong = { wallet: walletOf("sponsor"), limit: 20, cursor: "1._" };
  expect(await listReferrals(room.db, wrong)).toMatchObject({ code: "INVALID_INPUT", field: "cursor" });
});

it("REFERRAL-3 counts the stakes of settled bets and the commission on them, to the lamport (MONEY-12)", async () => {
  await race({ first: SOL, second: 300_000_003n, alone: 2n * SOL });
  await race({ first: 400_000_001n, alone: SOL });
  const { referrals, ...totals } = await list();
  expect(referrals).toMatchObject([
    { username: "third", total_referred_wager: 0n, total_earned: 0n },
    // 5 % of the bet's own fee of 5 %, each rounded down.
    { username: "second", total_referred_wager: 300_000_003n, total_earned: 750_000n },
    { username: "first", total_referred_wager: 1_400_000_001n, total_earned: 3_500_000n },
  ]);
  expect(totals).toMatchObject({ totalReferredWager: 1_700_000_004n, totalEarnings: 4_250_000n });
  expect((await room.balances())[`referral:${walletOf("sponsor")}`]).toBe(4_250_000n);
});

it("REFERRAL-3 counts nothing of a refunded race", async () => {
  const before = await list();
  await race({ first: SOL, second: SOL }, "others");
  expect(await list()).toEqual(before);
});

it("REFERRAL-3 counts nothing of play money (BET-10)", async () => {
  const before = await list();
  await room.setting("testing_mode_enabled", "true");
  await race({ first: SOL, second: SOL });
  await room.setting("testing_mode_enabled", "false");
  expect(await list()).toEqual(before);
});

it("PRIVACY-5 what a referred streamer who hides figures staked is not told to the referrer, nor left as a difference", async () => {
  const hide = (isStreamer: boolean) =>
    room.db
      .update(users)
      .set({ isStreamer })
      .where(eq(users.wallet, walletOf("second")));
  await hide(true);
  const { referrals, totalReferredWager, totalEarnings } = await list();
  expect(referrals[1]).toMatchObject({ username: "second", total_referred_wager: null, total_earned: null });
  expect(totalReferredWager).toBe(1_400_000_001n);
  expect(totalEarnings).toBe(4_250_000n);
  expect(await list({ seesHidden: true })).toMatchObject({
    totalReferredWager: 1_700_000_004n,
    totalEarnings: 4_250_000n,
  });
  await hide(false);
  expect(await list()).toMatchObject({ totalReferredWager: 1_700_000_004n });
});

it("ten thousand referred players are listed from indexes", async () => {
  const wallet = walletOf("magnet");
  await room.db.execute(
    sql`insert into users (wallet, username, referrer, created_at)
        select 'W' || n, 'w' || n, ${wallet}, timestamptz '2026-01-01' + n * interval '1 second'
          from generate_series(1, 10000) as n`,
  );
  await room.db
    .insert(referralTotals)
    .select(sql`select ${wallet}, 'W' || n, n::bigint, 1::bigint from generate_series(1, 10000) as n`);
  await room.db.execute(sql`analyze users, referral_totals`);
  const startedMs = performance.now();
  const page = await list({ limit: 100 }, "magnet");
  const tookMs = performance.now() - startedMs;
  expect(page.referrals[0]).toMatchObject({ username: "w10000", total_referred_wager: 10_000n });
  expect(page).toMatchObject({
    totalReferrals: 10_000,
    totalReferredWager: 50_005_000n,
    totalEarnings: 10_000n,
  });
  // Some 10 ms on a quiet machine; without the indexes and totals it would spend seconds on everybody's bets.
  expect(tookMs).toBeLessThan(1_000);
  await room.db.execute(sql`delete from users where referrer = ${wallet}`);
});
