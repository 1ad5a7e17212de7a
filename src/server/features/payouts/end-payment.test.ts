import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sol } from "../../../../tests/support/house.ts";
import { openPaying } from "../../../../tests/support/paying.ts";
import { paymentCancelled, paymentCreated } from "../../../domain/chain-postings.ts";
import { lamports } from "../../../domain/lamports.ts";
import { userAccount } from "../../../domain/ledger.ts";
import { post } from "../../foundation/books/ledger.ts";
import { notifications } from "../../foundation/db/schema/players.ts";
import { retryPayment } from "./retry-payment.ts";

const { house, faults, step, finish, queue, newWallet, onChain, attemptsOf, paymentOf } = await openPaying();

it("MONEY-10 a payout too small for an empty account stays on the balance, with a notification", async () => {
  const [empty, inUse] = [await newWallet(), (await house.newPlayer()).address];
  const dust = await queue(empty, lamports(890_879n));
  const sent = await queue(inUse, lamports(890_879n));
  const exact = await queue(await newWallet(), lamports(890_880n));
  await finish();
  expect((await paymentOf(dust)).status).toBe("cancelled");
  expect([(await paymentOf(sent)).status, (await paymentOf(exact)).status]).toEqual([
    "completed",
    "completed",
  ]);
  expect(await house.balance(`user:${empty}`)).toBe(890_879n);
  expect(await attemptsOf(dust)).toHaveLength(0);
  const rows = await house.db.select().from(notifications).where(eq(notifications.wallet, empty));
  expect(rows).toMatchObject([{ kind: "payment_too_small" }]);
});

it("MONEY-11 one that lands with an error gives the money back; a retry pays it anew, once", async () => {
  const wallet = await newWallet();
  const amount = lamports((await onChain(house.address.hot)) + sol(1));
  const id = await queue(wallet, amount);
  const equity = await house.balance("equity");
  // The node claims that the hot wallet has more than it does, so the transfer is sent and fails.
  faults.lies.set(house.address.hot, amount * 2n);
  await step();
  await house.testChain.advanceSlots();
  await step();
  faults.lies.clear();
  expect(await paymentOf(id)).toMatchObject({ status: "failed" });
  expect(await house.balance(`user:${wallet}`)).toBe(amount);
  expect(equity - (await house.balance("equity"))).toBe(5_000n);
  const rows = await house.db.select().from(notifications).where(eq(notifications.wallet, wallet));
  expect(rows).toMatchObject([{ kind: "payment_refused" }]);

  const [again, twice] = await Promise.all([
    retryPayment(house, { paymentId: id, by: "admin" }),
    retryPayment(house, { paymentId: id, by: "admin" }),
  ]);
  expect(again).toMatchObject({ ok: true, value: { id: `${id}-again-1`, status: "pending" } });
  expect(twice).toEqual(again);
  expect(await house.balance(`user:${wallet}`)).toBe(0n);
  await finish();
  expect(await onChain(wallet)).toBe(amount);
  expect(await retryPayment(house, { paymentId: id, by: "admin" })).toMatchObject({
    code: "PAYOUT_COMPLETED",
  });
});

it("MONEY-11 a retry of a failed payment needs the balance", async () => {
  const wallet = await newWallet();
  const id = await queue(wallet, lamports(1_000n));
  await step();
  expect((await paymentOf(id)).status).toBe("cancelled");
  await house.db.transaction((tx) =>
    post(tx, paymentCreated({ paymentId: "elsewhere", from: userAccount(wallet), lamports: lamports(1n) })),
  );
  expect(await retryPayment(house, { paymentId: id, by: "admin" })).toMatchObject({
    code: "INSUFFICIENT_BALANCE",
  });
  await house.db.transaction((tx) =>
    post(tx, paymentCancelled({ paymentId: "elsewhere", to: userAccount(wallet), lamports: lamports(1n) })),
  );
});

it("MONEY-11 what another worker signs meanwhile is not given back", async () => {
  const wallet = await newWallet();
  const id = await queue(wallet, lamports(1_000n));
  // One worker reads that the wallet is empty and is slow; meanwhile the wallet is funded, and another worker pays.
  let tell = () => {};
  const notified = new Promise<void>((resolve) => (tell = resolve));
  const read = new Promise<void>((resolve) => {
    faults.late.set(wallet, () => (resolve(), notified));
  });
  const slow = step();
  await read;
  faults.late.clear();
  const friend = await house.newPlayer(sol(2));
  await house.testChain.sendTransfer(friend, wallet, sol(1));
  await house.testChain.advanceSlots(2);
  await step();
  expect(await attemptsOf(id)).toHaveLength(1);
  tell();
  await slow;
  expect((await paymentOf(id)).status).toBe("sent");
  await finish();
  expect((await paymentOf(id)).status).toBe("completed");
  expect(await onChain(wallet)).toBe(sol(1) + 1_000n);
  expect(await house.balance(`user:${wallet}`)).toBe(0n);
});
