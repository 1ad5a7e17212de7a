import { expect, it } from "vitest";
import { masterPassword, sol } from "../../../../tests/support/house.ts";
import { openPaying } from "../../../../tests/support/paying.ts";
import { queueAnchor } from "../../foundation/books/payments.ts";
import { writeHaltReason } from "../../foundation/books/payment-halt.ts";
import { retryPayment } from "./retry-payment.ts";

const { house, faults, sends, step, finish, queue, newWallet, onChain, attemptsOf, paymentOf } =
  await openPaying();

const anchor = (id: string) =>
  house.db.transaction((tx) =>
    queueAnchor(tx, {
      id,
      memo: `furlong:1:commit race=${id}`,
      createdAt: new Date(house.clock.now()),
    }),
  );

it("MONEY-11 is stored before it is sent, and booked once it is final with the network's real fee", async () => {
  const wallet = await newWallet();
  const id = await queue(wallet, sol(0.25));
  const equity = await house.balance("equity");
  await step();
  expect(await paymentOf(id)).toMatchObject({ status: "sent" });
  const [attempt] = await attemptsOf(id);
  expect(sends.at(-1)).toBe(attempt!.wire);
  await step();
  expect(await paymentOf(id)).toMatchObject({ status: "sent" });
  expect(await house.balance("outgoing")).toBe(sol(0.25));
  await house.testChain.advanceSlots();
  await step();
  expect(await paymentOf(id)).toMatchObject({
    status: "completed",
    signature: attempt!.signature,
    networkFee: 5000n,
    retries: 0,
  });
  expect(await onChain(wallet)).toBe(sol(0.25));
  expect(await house.balance("outgoing")).toBe(0n);
  expect(equity - (await house.balance("equity"))).toBe(5000n);
});

it("MONEY-11 the same bytes go out again until they land", async () => {
  const wallet = await newWallet();
  const id = await queue(wallet, sol(0.1));
  const before = sends.length;
  faults.dropsSends = true;
  for (let round = 0; round < 3; round += 1) await step();
  expect(new Set(sends.slice(before)).size).toBe(1);
  expect(sends.length - before).toBe(3);
  faults.dropsSends = false;
  await finish();
  expect(await paymentOf(id)).toMatchObject({ status: "completed", retries: 0 });
  expect(await onChain(wallet)).toBe(sol(0.1));
});

it("MONEY-11 is signed anew only when the bytes have expired on a finalized height", async () => {
  const wallet = await newWallet();
  const id = await queue(wallet, sol(0.1));
  faults.dropsSends = true;
  await step();
  const [first] = await attemptsOf(id);
  await house.testChain.advanceSlots(149);
  await step();
  expect(await attemptsOf(id)).toHaveLength(1);
  await house.testChain.advanceSlots(2);
  const { blockHeight } = await house.chain.tip();
  expect(blockHeight).toBeGreaterThan(first!.lastValidBlockHeight);
  faults.dropsSends = false;
  await step();
  expect(await attemptsOf(id)).toHaveLength(2);
  await finish();
  expect(await paymentOf(id)).toMatchObject({ status: "completed", retries: 1 });
  expect(await onChain(wallet)).toBe(sol(0.1));
});

it("MONEY-11 unknown is a state of its own: while the node is silent nothing is signed or given up", async () => {
  const wallet = await newWallet();
  const id = await queue(wallet, sol(0.1));
  await step();
  faults.isDown = true;
  await house.testChain.advanceSlots(400);
  await step();
  await step();
  expect(await paymentOf(id)).toMatchObject({ status: "unknown" });
  expect(await attemptsOf(id)).toHaveLength(1);
  faults.isDown = false;
  await step();
  expect(await paymentOf(id)).toMatchObject({ status: "completed" });
  expect(await onChain(wallet)).toBe(sol(0.1));
});

it("MONEY-11 a node that lags behind the one that told the height is not believed: nothing is signed anew", async () => {
  const wallet = await newWallet();
  const id = await queue(wallet, sol(0.1));
  const { slot } = await house.chain.tip();
  await step();
  await house.testChain.advanceSlots(400);
  faults.statusesEndAt = slot;
  await step();
  await step();
  expect(await paymentOf(id)).toMatchObject({ status: "unknown" });
  expect(await attemptsOf(id)).toHaveLength(1);
  faults.statusesEndAt = null;
  await step();
  expect(await paymentOf(id)).toMatchObject({ status: "completed", retries: 0 });
  expect(await onChain(wallet)).toBe(sol(0.1));
});

it("MONEY-11 several workers and an admin's retry at the same moment pay once", async () => {
  const wallet = await newWallet();
  const id = await queue(wallet, sol(0.1));
  await Promise.all([
    step(),
    step(),
    retryPayment(house, { paymentId: id, by: "admin" }),
    step(),
    retryPayment(house, { paymentId: id, by: "admin" }),
  ]);
  expect(await attemptsOf(id)).toHaveLength(1);
  await house.testChain.advanceSlots();
  await Promise.all([step(), step(), retryPayment(house, { paymentId: id, by: "admin" })]);
  expect(await paymentOf(id)).toMatchObject({ status: "completed" });
  expect(await onChain(wallet)).toBe(sol(0.1));
  expect(await retryPayment(house, { paymentId: id, by: "admin" })).toMatchObject({
    code: "PAYOUT_COMPLETED",
  });
  expect(await retryPayment(house, { paymentId: "payout-none", by: "admin" })).toMatchObject({
    code: "PAYOUT_NOT_FOUND",
  });
});

it("MONEY-19 waits as pending while the house is locked; what was sent is followed all the same", async () => {
  const [sent, waiting] = [await queue(await newWallet(), sol(0.1)), "payout-waiting"];
  await step();
  house.vault.lock();
  await queue(await newWallet(), sol(0.1), { id: waiting });
  await house.testChain.advanceSlots();
  await step();
  expect([(await paymentOf(sent)).status, (await paymentOf(waiting)).status]).toEqual([
    "completed",
    "pending",
  ]);
  await house.vault.unlock(masterPassword, "system");
  await finish();
  expect((await paymentOf(waiting)).status).toBe("completed");
});

it("FAIR-12 anchors go first and move nothing but the fee", async () => {
  const payout = await queue(await newWallet(), sol(0.1));
  await house.clock.advance(1000);
  await anchor("commit-r-1");
  const before = sends.length;
  const equity = await house.balance("equity");
  await step();
  const [attempt] = await attemptsOf("commit-r-1");
  expect(sends[before]).toBe(attempt!.wire);
  await finish();
  expect((await paymentOf("commit-r-1")).status).toBe("completed");
  const landed = await house.chain.transaction(attempt!.signature);
  expect(Buffer.from(landed!.instructions[0]!.data).toString()).toBe("furlong:1:commit race=commit-r-1");
  expect(equity - (await house.balance("equity"))).toBe(10_000n);
  expect((await paymentOf(payout)).status).toBe("completed");
});

it("MONEY-20 while payments are halted nothing new is signed, anchors excepted", async () => {
  const id = await queue(await newWallet(), sol(0.1));
  const halt = (reason: string | null) =>
    house.db.transaction((tx) => writeHaltReason(tx, reason, new Date(house.clock.now())));
  await halt("difference");
  await anchor("commit-r-2");
  await step();
  expect(await attemptsOf(id)).toHaveLength(0);
  expect(await attemptsOf("commit-r-2")).toHaveLength(1);
  await halt(null);
  await step();
  expect(await attemptsOf(id)).toHaveLength(1);
});
