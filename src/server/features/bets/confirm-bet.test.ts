import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { openBetting } from "../../../../tests/support/betting.ts";
import {
  memoInstruction,
  priorityInstructions,
  transferInstruction,
} from "../../../../tests/support/chain.ts";
import { sol } from "../../../../tests/support/house.ts";
import { type Chain, NoRoom } from "../../foundation/ports.ts";
import { confirmBet } from "./confirm-bet.ts";
import { bets, deposits } from "../../foundation/db/schema/bets.ts";
import { betHandlers } from "./handlers.ts";

const { house, raceId, prepared, paid, pay, confirm, memoOf, statusOf, userBalance, pool } =
  await openBetting();

/** Advances the clock until the promise settles. */
async function waitedOut<T>(pending: Promise<T>): Promise<T> {
  let isDone = false;
  void pending.finally(() => (isDone = true));
  while (!isDone) {
    await house.testChain.advanceSlots(1);
    // A question to the database takes real time, in which the clock of the chain stands still.
    await setTimeout(10);
  }
  return pending;
}

it("BET-2 BET-5 reads the payment from the chain, and the same call again answers the same", async () => {
  const player = await house.newPlayer();
  const bet = await paid(player);
  const first = await confirm(player, bet);
  expect(first).toMatchObject({ ok: true, value: { id: bet.betId, stake: sol(0.1), horseNumber: 3 } });
  expect(await pool()).toBe(sol(0.1));
  expect(await confirm(player, bet)).toMatchObject({ ok: true, value: { id: bet.betId } });
  expect(await pool()).toBe(sol(0.1));
  expect(house.changedRaces.filter((id) => id === raceId())).toHaveLength(1);
});

it("BET-3 BET-4 a hundred confirmations at once make one bet", async () => {
  const player = await house.newPlayer();
  const bet = await paid(player);
  const answers = await Promise.all(Array.from({ length: 100 }, () => confirm(player, bet)));
  expect(answers.every((one) => one.ok)).toBe(true);
  expect(await pool()).toBe(sol(0.1));
  expect(await house.db.select().from(deposits).where(eq(deposits.signature, bet.signature))).toHaveLength(1);
});

it("MONEY-3 many players' confirmations at once all count", async () => {
  const players = await Promise.all(Array.from({ length: 20 }, () => house.newPlayer()));
  const placed = [];
  for (const player of players) {
    const { betId, wire } = await prepared(player);
    placed.push({ player, betId, signature: await house.testChain.signAndSend(wire, player) });
  }
  await house.testChain.advanceSlots(2);
  const answers = await Promise.all(placed.map((one) => confirm(one.player, one)));
  expect(answers.every((one) => one.ok)).toBe(true);
  expect(await pool()).toBe(20n * sol(0.1));
});

it("BET-6 a horse and a minimum sent with the confirmation change nothing: what was prepared is confirmed", async () => {
  const player = await house.newPlayer();
  const { betId, signature } = await paid(player, sol(0.1), 3);
  const body = {
    betId,
    walletAddress: player.address,
    txSignature: signature,
    horseId: 4,
    minAmount: "0.5",
  };
  const caller = { wallet: player.address, isAdmin: false, isModerator: false, isSteppedUp: false };
  const input = { params: { id: raceId() }, query: {}, body };
  expect(await betHandlers(house).confirmBet(input, caller)).toMatchObject({
    ok: true,
    value: { bet: { id: betId, horse_number: 3, bet_amount: sol(0.1) } },
  });
  const [stored] = await house.db.select().from(bets).where(eq(bets.id, betId));
  expect(stored).toMatchObject({ status: "confirmed", horseNumber: 3, stake: sol(0.1) });
});

it("BET-13 BET-8 a payment whose memo commits to something else, after another checkpoint or to nothing is credited", async () => {
  const player = await house.newPlayer();
  const { betId, commitment, root } = await prepared(player);
  for (const [memo, reason] of [
    [`furlong:bet ${"0".repeat(64)} ${root}`, "UNKNOWN_BET"],
    [`furlong:bet ${commitment} ${"A".repeat(43)}=`, "UNKNOWN_BET"],
    [`furlong:bet ${commitment}`, "NOT_A_BET"],
  ] as const) {
    const signature = await pay(player, [sol(0.1)], memo);
    expect(await confirm(player, { betId, signature })).toMatchObject({ code: "PAYMENT_MISMATCH" });
    await house.watch();
    const [deposit] = await house.db.select().from(deposits).where(eq(deposits.signature, signature));
    expect(deposit).toMatchObject({ outcome: "credit", reason });
  }
  expect([await userBalance(player), await pool()]).toEqual([sol(0.3), 0n]);
  // The bet itself can still be paid.
  const signature = await pay(player, [sol(0.1)], await memoOf(betId));
  expect(await confirm(player, { betId, signature })).toMatchObject({ ok: true });
});

it("BET-2 instructions that wallets add make no difference", async () => {
  const player = await house.newPlayer();
  const { betId } = await prepared(player);
  const signature = await house.testChain.sendInstructions(player, [
    ...priorityInstructions(60_000, 5_000n),
    memoInstruction("a guard's own note"),
    transferInstruction(player, house.address.deposit, sol(0.1)),
    memoInstruction(await memoOf(betId)),
  ]);
  await house.testChain.advanceSlots(2);
  expect(await confirm(player, { betId, signature })).toMatchObject({ ok: true });
  expect(await pool()).toBe(sol(0.1));
});

it("BET-7 waits a few seconds for the chain, and what comes later is taken by the watcher", async () => {
  const player = await house.newPlayer();
  const { betId, wire } = await prepared(player);
  const signed = await house.testChain.signPrepared(wire, player);
  expect(await waitedOut(confirm(player, { betId, ...signed }))).toMatchObject({
    code: "NOT_FINAL_YET",
  });
  await house.chain.send(signed.wire);
  expect(await waitedOut(confirm(player, { betId, ...signed }))).toMatchObject({ ok: true });

  const silent = await house.newPlayer();
  const never = await paid(silent);
  await house.watch();
  expect(await statusOf(never.betId)).toBe("confirmed");
  expect(await confirm(silent, never)).toMatchObject({ ok: true });
  expect(await pool()).toBe(2n * sol(0.1));
});

it("BET-2 a failed transaction is no payment", async () => {
  const player = await house.newPlayer(sol(0.05));
  const { betId, wire } = await prepared(player);
  const signature = await house.testChain.signAndSend(wire, player);
  await house.testChain.advanceSlots(2);
  expect(await confirm(player, { betId, signature })).toMatchObject({ code: "PAYMENT_FAILED" });
  await house.watch();
  expect(await statusOf(betId)).toBe("prepared");
});

it("BET-3 somebody else's signature and one that was used buy nothing", async () => {
  const [victim, thief] = [await house.newPlayer(), await house.newPlayer()];
  const theirs = await paid(victim);
  const own = await prepared(thief);
  expect(await confirm(thief, { betId: own.betId, signature: theirs.signature })).toMatchObject({
    code: "PAYMENT_MISMATCH",
  });
  expect(await confirm(victim, theirs)).toMatchObject({ ok: true });
  expect(await confirm(thief, { betId: own.betId, signature: theirs.signature })).toMatchObject({
    code: "PAYMENT_MISMATCH",
  });
  expect(await confirm(thief, theirs)).toMatchObject({ code: "BET_NOT_FOUND" });
  const unrelated = await house.testChain.sendTransfer(victim, thief.address, sol(0.1));
  await house.testChain.advanceSlots(2);
  expect(await confirm(thief, { betId: own.betId, signature: unrelated })).toMatchObject({
    code: "PAYMENT_MISMATCH",
  });
  expect(await pool()).toBe(sol(0.1));
});

it("LIMITS-41 BET-5 while a player's calls find no room, the confirmation is answered by what the watcher counts", async () => {
  const player = await house.newPlayer();
  const bet = await paid(player);
  const full: Chain = { ...house.chain, transaction: () => Promise.reject(new NoRoom("full")) };
  const ask = () =>
    confirmBet({ ...house, chain: full }, { raceId: raceId(), wallet: player.address, ...bet });
  expect(await waitedOut(ask())).toMatchObject({ code: "NOT_FINAL_YET" });
  const confirming = ask();
  await house.watch();
  expect(await waitedOut(confirming)).toMatchObject({ ok: true, value: { id: bet.betId } });
  // Once it is in the books, nothing is asked.
  expect(await ask()).toMatchObject({ ok: true, value: { id: bet.betId } });
  const late = await house.newPlayer();
  const second = await paid(late);
  await house.closeRace(raceId());
  const credited = confirmBet(
    { ...house, chain: full },
    { raceId: raceId(), wallet: late.address, ...second },
  );
  await house.watch();
  expect(await waitedOut(credited)).toMatchObject({ code: "BET_CREDITED" });
});
