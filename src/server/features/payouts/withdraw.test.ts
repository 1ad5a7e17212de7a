import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openTestHouse, sol, type TestHouse } from "../../../../tests/support/house.ts";
import type { SettingKey } from "../../../domain/settings.ts";
import { runKeyed } from "../../foundation/db/keyed-transaction.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { writeSetting } from "../../foundation/settings/stored-settings.ts";
import { writeHaltReason } from "../../foundation/books/payment-halt.ts";
import { sendPayments } from "./send-payments.ts";
import { withdraw } from "./withdraw.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterEach(async () => {
  await house.checkBooks();
  await house.checkSolvency();
});
afterAll(() => house.close());

/** A player whose balance came from a payment that was not a bet. */
async function playerWithBalance(amount: bigint) {
  const player = await house.newPlayer();
  await house.testChain.sendTransfer(player, house.address.deposit, amount);
  await house.testChain.advanceSlots();
  await house.watch();
  return player;
}
/** How many times the wallet's pages were told to refetch the balance. */
const balanceNews = (of: string) =>
  house.events.filter(
    ({ wallet, payload }) =>
      wallet === of &&
      (payload as { notification: { kind: string } }).notification.kind === "balance_changed",
  ).length;
const ask = (wallet: string, amount: bigint, isAdmin = false) =>
  withdraw(house, { wallet, amount: amount as ReturnType<typeof sol>, isAdmin });

it("MONEY-8 BET-23 sends server balance to the player's own wallet, whose pages are told at each step", async () => {
  const player = await playerWithBalance(sol(1));
  const before = await house.testChain.chain.balance(player.address);
  const toldBefore = balanceNews(player.address);
  const outcome = await ask(player.address, sol(0.4));
  expect(outcome).toMatchObject({ ok: true, value: { amount: sol(0.4), wallet: player.address } });
  expect(await house.balance(`user:${player.address}`)).toBe(sol(0.6));
  expect(balanceNews(player.address)).toBe(toldBefore + 1);
  await sendPayments(house);
  await house.testChain.advanceSlots(2);
  await sendPayments(house);
  expect(balanceNews(player.address)).toBe(toldBefore + 2);
  await house.testChain.advanceSlots();
  await sendPayments(house);
  const [payment] = await house.db.select().from(payments).where(eq(payments.wallet, player.address));
  expect(payment).toMatchObject({ kind: "withdrawal", status: "completed", destination: player.address });
  expect((await house.testChain.chain.balance(player.address)) - before).toBe(sol(0.4));
});

it("IDEM-2 a withdrawal whose answer was lost is the same one when it is asked for again, also under maintenance or a halt", async () => {
  const player = await playerWithBalance(sol(1));
  const askAgain = () =>
    runKeyed({ wallet: player.address, call: "withdraw", key: "k", content: "c", at: new Date(0) }, () =>
      ask(player.address, sol(0.4)),
    );
  const first = await askAgain();
  expect(first).toMatchObject({ ok: true });
  const set = (key: SettingKey, value: string) =>
    house.db.transaction((tx) => writeSetting(tx, { key, value, by: null, at: new Date(house.clock.now()) }));
  await set("site_maintenance_enabled", "true");
  expect(await askAgain()).toEqual(first);
  await set("site_maintenance_enabled", "false");
  await set("min_withdrawal_sol", "0.5");
  expect(await askAgain()).toEqual(first);
  await set("min_withdrawal_sol", "0.01");
  await house.db.transaction((tx) => writeHaltReason(tx, "a test", new Date(house.clock.now())));
  expect(await askAgain()).toEqual(first);
  await house.db.transaction((tx) => writeHaltReason(tx, null, new Date(house.clock.now())));
  expect(await house.balance(`user:${player.address}`)).toBe(sol(0.6));
});

it("MONEY-8 INV-3 parallel requests never take out more than there is", async () => {
  const player = await playerWithBalance(sol(1));
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => ask(player.address, sol(0.09))));
  expect(outcomes.filter((one) => one.ok)).toHaveLength(11);
  expect(
    outcomes.filter((one) => !one.ok).every((one) => !one.ok && one.code === "INSUFFICIENT_BALANCE"),
  ).toBe(true);
  expect(await house.balance(`user:${player.address}`)).toBe(sol(0.01));
});

it("MONEY-21 refuses less than the smallest withdrawal, a setting, and more than the balance (MONEY-8)", async () => {
  const player = await playerWithBalance(sol(0.1));
  expect(await ask(player.address, sol(0.01) - 1n)).toMatchObject({
    code: "WITHDRAWAL_TOO_SMALL",
    field: "amount",
  });
  const at = new Date(house.clock.now());
  const least = (value: string) =>
    house.db.transaction((tx) => writeSetting(tx, { key: "min_withdrawal_sol", value, by: null, at }));
  await least("0.02");
  expect(await ask(player.address, sol(0.01))).toMatchObject({ code: "WITHDRAWAL_TOO_SMALL" });
  await least("0.01");
  expect(await ask(player.address, sol(0.1) + 1n)).toMatchObject({ code: "INSUFFICIENT_BALANCE" });
  expect(await ask(player.address, sol(0.1))).toMatchObject({ ok: true });
});

it("BET-11 MONEY-20 maintenance and halted payments stop withdrawals", async () => {
  const player = await playerWithBalance(sol(1));
  const at = new Date(house.clock.now());
  const maintenance = (value: string) =>
    house.db.transaction((tx) => writeSetting(tx, { key: "site_maintenance_enabled", value, by: null, at }));
  await maintenance("true");
  expect(await ask(player.address, sol(0.1))).toMatchObject({ code: "MAINTENANCE" });
  expect(await ask(player.address, sol(0.1), true)).toMatchObject({ ok: true });
  await maintenance("false");
  await house.db.transaction((tx) => writeHaltReason(tx, "difference", at));
  expect(await ask(player.address, sol(0.1))).toMatchObject({ code: "PAYMENTS_HALTED" });
  await house.db.transaction((tx) => writeHaltReason(tx, null, at));
  expect(await ask(player.address, sol(0.1))).toMatchObject({ ok: true });
});
