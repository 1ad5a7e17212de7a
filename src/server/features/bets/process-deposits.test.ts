import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { openBetting } from "../../../../tests/support/betting.ts";
import { memoInstruction, transferInstruction } from "../../../../tests/support/chain.ts";
import { sol } from "../../../../tests/support/house.ts";
import { admins } from "../../foundation/db/schema/admins.ts";
import { deposits } from "../../foundation/db/schema/bets.ts";
import { openDepositProcessor } from "./deposit-processor.ts";
import { readOwnPayment } from "./find-payment.ts";
import { prepareBet } from "./prepare-bet.ts";
import { processDeposits } from "./process-deposits.ts";
import { notifications } from "../../foundation/db/schema/players.ts";
import { depositWatcher } from "../../../../tests/support/deposit-watcher.ts";

const { house, raceId, prepared, paid, pay, confirm, memoOf, statusOf, userBalance, pool } =
  await openBetting();

async function namedDeposit(betId: string, signature: string) {
  const transaction = await house.chain.transaction(signature);
  const deposit = transaction && (await readOwnPayment(house.houseAddresses, transaction));
  const bet = await house.depositProcessor.knownBets.find(betId);
  if (!deposit) throw new Error("the payment is not on the chain");
  return { deposit, bet };
}

it("BET-8 too late: credited, with a notification, and the answer stays the same", async () => {
  const player = await house.newPlayer();
  const bet = await paid(player);
  await house.closeRace(raceId());
  expect(await confirm(player, bet)).toMatchObject({ code: "BET_CREDITED" });
  expect(await confirm(player, bet)).toMatchObject({ code: "BET_CREDITED" });
  expect(await statusOf(bet.betId)).toBe("credited");
  expect(await userBalance(player)).toBe(sol(0.1));
  expect(await pool()).toBe(0n);
  const rows = await house.db.select().from(notifications).where(eq(notifications.wallet, player.address));
  const credited = { kind: "payment_credited", params: { amount: 0.1 } };
  expect(rows).toMatchObject([credited]);
  const sent = { id: rows[0]!.id, kind: "payment_credited", params: { amount: sol(0.1) } };
  expect(house.events.filter(({ wallet }) => wallet === player.address)).toMatchObject([
    { name: "user-notification", payload: { notification: sent } },
  ]);
});

it("BET-3 asked for twice in one batch, by the player and the watcher, a payment is new once", async () => {
  const player = await house.newPlayer();
  const { betId, signature } = await paid(player);
  const named = await namedDeposit(betId, signature);
  const counted = await processDeposits({ ...house, network: "localnet" }, [named, named]);
  expect(counted.map(({ outcome, isNew }) => [outcome, isNew])).toEqual([
    ["bet", true],
    ["bet", false],
  ]);
});

it("BET-4 a second bet: credited, even when both are confirmed at once", async () => {
  const player = await house.newPlayer();
  const first = await prepared(player, sol(0.1), 1);
  const second = await prepared(player, sol(0.2), 2);
  const one = { betId: first.betId, signature: await house.testChain.signAndSend(first.wire, player) };
  const two = { betId: second.betId, signature: await house.testChain.signAndSend(second.wire, player) };
  await house.testChain.advanceSlots(2);
  const answers = await Promise.all([confirm(player, one), confirm(player, two)]);
  expect(answers.map((answer) => answer.ok || answer.code)).toEqual([true, "BET_CREDITED"]);
  expect(await pool()).toBe(sol(0.1));
  expect(await userBalance(player)).toBe(sol(0.2));
});

it("BET-8 a wrong amount, to either side", async () => {
  const player = await house.newPlayer();
  const { betId } = await prepared(player);
  const less = await pay(player, [sol(0.1) - 1n], await memoOf(betId));
  expect(await confirm(player, { betId, signature: less })).toMatchObject({ code: "BET_CREDITED" });
  await pay(player, [sol(0.1) + 1n], await memoOf(betId));
  await house.watch();
  expect(await userBalance(player)).toBe(sol(0.2));
  // The bet itself can still be paid.
  const signature = await pay(player, [sol(0.1)], await memoOf(betId));
  expect(await confirm(player, { betId, signature })).toMatchObject({ ok: true });
  expect(await pool()).toBe(sol(0.1));
});

it("BET-2 two transfers in one transaction, even if one of them is exact", async () => {
  const player = await house.newPlayer();
  const { betId } = await prepared(player);
  const signature = await pay(player, [sol(0.1), sol(0.1)], await memoOf(betId));
  expect(await confirm(player, { betId, signature })).toMatchObject({ code: "PAYMENT_MISMATCH" });
  await house.watch();
  expect(await userBalance(player)).toBe(sol(0.2));
  expect(await statusOf(betId)).toBe("prepared");
});

it("BET-8 no memo, an unknown bet's, another player's, or two of them", async () => {
  const [player, other] = [await house.newPlayer(), await house.newPlayer()];
  const own = await prepared(player);
  const theirs = await prepared(other);
  await pay(player, [sol(0.1)], null);
  await pay(player, [sol(0.1)], `furlong:bet ${"0".repeat(64)} ${"A".repeat(43)}=`);
  await pay(player, [sol(0.1)], await memoOf(theirs.betId));
  await house.testChain.sendInstructions(player, [
    transferInstruction(player, house.address.deposit, sol(0.1)),
    memoInstruction(await memoOf(own.betId)),
    memoInstruction(await memoOf(theirs.betId)),
  ]);
  await house.testChain.advanceSlots(2);
  await house.watch();
  expect(await userBalance(player)).toBe(4n * sol(0.1));
  expect([await statusOf(own.betId), await statusOf(theirs.betId)]).toEqual(["prepared", "prepared"]);
});

it("JACKPOT-1 BET-8 a player who became an admin meanwhile, by an appointment or the environment, in a race with a jackpot", async () => {
  await house.closeRace(raceId());
  const race = await house.openRace({ jackpot: sol(1) });
  for (const [isLocal, isAppointed] of [
    [false, true],
    [false, false],
    [true, true],
    [true, false],
  ] as const) {
    const player = await house.newPlayer();
    const wallet = player.address;
    const request = { raceId: race, wallet, isAdmin: false, isBarredFromJackpots: false, horseId: 1 };
    const made = await prepareBet(house, { ...request, stake: sol(0.1) });
    if (!made.ok || !made.value.payment) throw new Error("not prepared");
    const { betId, payment } = made.value;
    const signature = await house.testChain.signAndSend(payment.wire, player);
    await house.testChain.advanceSlots(2);
    if (isAppointed)
      await house.db.insert(admins).values({ wallet, appointedBy: "another", appointedAt: new Date(0) });
    const adminWallets = isAppointed ? [] : [wallet];
    const named = await namedDeposit(betId, signature);
    const [counted] = await processDeposits({ ...house, network: "localnet", isLocal, adminWallets }, [
      named,
    ]);
    expect(counted).toMatchObject(
      isLocal ? { outcome: "bet" } : { outcome: "credit", reason: "JACKPOT_OF_ADMIN" },
    );
    expect(await userBalance(player)).toBe(isLocal ? 0n : sol(0.1));
  }
  await house.closeRace(race);
});

it("BET-8 a player who was banned meanwhile", async () => {
  const player = await house.newPlayer();
  const bet = await paid(player);
  await house.ban(player.address);
  expect(await confirm(player, bet)).toMatchObject({ code: "BET_CREDITED" });
  expect(await userBalance(player)).toBe(sol(0.1));
});

it("BET-3 the same bet paid twice counts once", async () => {
  const player = await house.newPlayer();
  const bet = await paid(player);
  expect(await confirm(player, bet)).toMatchObject({ ok: true });
  const again = await pay(player, [sol(0.1)], await memoOf(bet.betId));
  expect(await confirm(player, { ...bet, signature: again })).toMatchObject({ code: "BET_CREDITED" });
  await house.watch();
  expect(await pool()).toBe(sol(0.1));
  expect(await userBalance(player)).toBe(sol(0.1));
});

it("INV-2 BET-12 money to several house wallets in one transaction is all counted, and that to the treasury is the house's", async () => {
  const player = await house.newPlayer();
  await house.testChain.sendInstructions(player, [
    transferInstruction(player, house.address.deposit, sol(0.1)),
    transferInstruction(player, house.address.hot, sol(0.2)),
  ]);
  const equity = await house.balance("equity");
  await house.testChain.sendTransfer(player, house.address.treasury, sol(0.4));
  await house.testChain.advanceSlots(2);
  await house.watch();
  expect(await userBalance(player)).toBe(sol(0.3));
  expect((await house.balance("equity")) - equity).toBe(sol(0.4));
});

it("BET-12 what a player pays to the hot wallet, which had paid the player, belongs to the player", async () => {
  const player = await house.newPlayer();
  const equity = await house.balance("equity");
  const paidBack = await house.testChain.sendTransfer(player, house.address.hot, sol(0.2));
  await house.testChain.advanceSlots(2);
  await house.watch();
  const [deposit] = await house.db.select().from(deposits).where(eq(deposits.signature, paidBack));
  expect(deposit).toMatchObject({ outcome: "credit", payer: player.address });
  expect(await userBalance(player)).toBe(sol(0.2));
  expect(await house.balance("equity")).toBe(equity);
  await house.testChain.advanceSlots();
  await house.watch();
  await house.checkSolvency();
});

it("BET-12 an operator funds the hot wallet from a configured admin's wallet, whose bets are its own all the same", async () => {
  const operator = await house.newPlayer();
  const equity = await house.balance("equity");
  const watch = depositWatcher({
    ...house,
    depositProcessor: openDepositProcessor({
      ...house,
      network: "localnet",
      adminWallets: [operator.address],
    }),
  });
  await house.testChain.sendTransfer(operator, house.address.hot, sol(0.5));
  await house.testChain.sendTransfer(operator, house.address.deposit, sol(0.3));
  await house.testChain.advanceSlots(2);
  await watch();
  expect((await house.balance("equity")) - equity).toBe(sol(0.5));
  expect(await userBalance(operator)).toBe(sol(0.3));
});
