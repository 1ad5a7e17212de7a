import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { sol } from "../../../../tests/support/house.ts";
import { openWatching } from "../../../../tests/support/watching.ts";
import { betRepeats, bets } from "../../foundation/db/schema/bets.ts";
import { races } from "../../foundation/db/schema/races.ts";
import { sqlState } from "../../foundation/db/transaction.ts";
import { forgetUnpaidBets } from "./forget-unpaid-bets.ts";
import { prepareBet } from "./prepare-bet.ts";

const { house, node, raceId, pay, betOf, depositOf } = await openWatching();
const RESTRICT_VIOLATION = "23001";

const settle = () =>
  house.db
    .update(races)
    .set({
      status: "refunded",
      settledAt: new Date(house.clock.now()),
      refundedAt: new Date(house.clock.now()),
    })
    .where(eq(races.id, raceId()));

it("GROWTH-2 a bet that was never paid is deleted a day later, once its race is over, and no other bet", async () => {
  const player = await house.newPlayer();
  const request = {
    raceId: raceId(),
    wallet: player.address,
    isAdmin: false,
    isBarredFromJackpots: false,
    horseId: 1,
    stake: sol(0.1),
  };
  const prepare = async () => {
    const made = await prepareBet(house, request);
    await house.testChain.advanceSlots(200);
    await house.watch();
    return made.ok ? made.value.betId : "";
  };
  const unpaid = await prepare();
  await house.clock.advance(DAY_MS + 1);
  const later = await prepare();
  await forgetUnpaidBets(house);
  // The race still takes bets: a payment that was not read yet would become one.
  expect((await betOf(unpaid)).status).toBe("expired");
  await settle();
  await forgetUnpaidBets(house);
  expect(await betOf(unpaid)).toBeUndefined();
  expect((await betOf(later)).status).toBe("expired");
  await house.db.update(bets).set({ status: "prepared" }).where(eq(bets.id, later));
  const refused = house.db.delete(bets).where(eq(bets.id, later));
  expect(await refused.then(() => null, sqlState)).toBe(RESTRICT_VIOLATION);
});

it("GROWTH-2 BET-7 a payment for a bet that was deleted is credited", async () => {
  const player = await house.newPlayer();
  const late = await pay(player);
  node.unreadable.add(late.signature);
  await house.testChain.advanceSlots(200);
  await house.watch();
  await house.clock.advance(DAY_MS + 1);
  await settle();
  await forgetUnpaidBets(house);
  expect(await betOf(late.betId)).toBeUndefined();
  node.unreadable.clear();
  await house.watch();
  expect(await depositOf(late.signature)).toMatchObject({ outcome: "credit" });
  expect(await house.balance(`user:${player.address}`)).toBe(sol(0.1));
  await house.checkSolvency();
});

it("GROWTH-2 an order that placed no bet is deleted a month after its end, and none that runs or placed one", async () => {
  const order = (id: string, endedAt: Date | null) => ({
    id,
    wallet: id,
    horse: "same" as const,
    stake: sol(0.1),
    races: 5,
    stopAtLoss: sol(1),
    startedAt: new Date(0),
    termsRaceId: raceId(),
    endedAt,
    endReason: endedAt && ("stopped" as const),
  });
  const ended = new Date(house.clock.now() - 30 * DAY_MS);
  await house.db
    .insert(betRepeats)
    .values([order("idle", ended), order("placed", ended), order("runs", null)]);
  await house.db.insert(bets).values({
    id: "repeated",
    raceId: raceId(),
    wallet: "placed",
    horseNumber: 2,
    horseId: 2,
    stake: sol(0.1),
    ledger: "real",
    source: "balance",
    repeatId: "placed",
    status: "confirmed",
    salt: "5a".repeat(32),
    result: "refunded",
    payout: sol(0.1),
    preparedAt: ended,
    confirmedAt: ended,
  });
  const left = async () => (await house.db.select().from(betRepeats)).map((row) => row.id).toSorted();
  await forgetUnpaidBets(house);
  expect(await left()).toEqual(["idle", "placed", "runs"]);
  await house.clock.advance(1);
  await forgetUnpaidBets(house);
  expect(await left()).toEqual(["placed", "runs"]);
  const refused = house.db.delete(betRepeats).where(eq(betRepeats.id, "runs"));
  expect(await refused.then(() => null, sqlState)).toBe(RESTRICT_VIOLATION);
});
