import { expect, it } from "vitest";
import { openPaying } from "../../../../tests/support/paying.ts";
import { lamports } from "../../../domain/lamports.ts";
import { queueAnchor } from "../../foundation/books/payments.ts";
import { sendAnchorAtOnce } from "./send-at-once.ts";

const { house, faults, sends, step, finish, queue, newWallet, attemptsOf, paymentOf } = await openPaying();
let count = 0;

async function anchor(sourceAddress: string | null = house.address.hot) {
  count += 1;
  const id = `lock-race-${count}`;
  const createdAt = new Date(house.clock.now());
  await house.db.transaction((tx) =>
    queueAnchor(tx, { id, memo: `memo of ${id}`, sourceAddress, createdAt }),
  );
  return id;
}

it("FAIR-15 MONEY-11 an anchor that cannot wait is signed, stored and sent at once, and lands within a slot", async () => {
  const id = await anchor();
  const before = await house.testChain.chain.newestSlot();
  await sendAnchorAtOnce(house, id);
  const [attempt] = await attemptsOf(id);
  expect(await paymentOf(id)).toMatchObject({ status: "sent", signature: attempt!.signature });
  await house.testChain.advanceSlots(2);
  const [status] = await house.chain.signatureStatuses([attempt!.signature], { asOf: 0n });
  expect(status).toMatchObject({ error: null });
  expect(status!.slot - before).toBeLessThanOrEqual(1n);
  const landed = await house.chain.transaction(attempt!.signature);
  expect(landed!.accounts[0]).toBe(house.address.hot);
});

it("FAIR-15 it passes the payments that wait, and the worker goes on with it as with any other", async () => {
  const payouts: string[] = [];
  for (let count = 1; count <= 3; count++) payouts.push(await queue(await newWallet(), lamports(1_000_000n)));
  const id = await anchor();
  const from = sends.length;
  await sendAnchorAtOnce(house, id);
  expect(sends.length).toBe(from + 1);
  for (const payout of payouts) expect(await attemptsOf(payout)).toEqual([]);
  await step();
  await finish();
  expect(await attemptsOf(id)).toHaveLength(1);
  expect(await paymentOf(id)).toMatchObject({ status: "completed" });
});

it("MONEY-11 asked for again, or beside the worker, it is signed once", async () => {
  const id = await anchor();
  await Promise.all([sendAnchorAtOnce(house, id), sendAnchorAtOnce(house, id), step()]);
  await sendAnchorAtOnce(house, id);
  expect(await attemptsOf(id)).toHaveLength(1);
});

it("FAIR-15 while the house is locked or the chain is silent nothing is signed, and the worker does it later", async () => {
  const id = await anchor();
  house.vault.lock();
  await sendAnchorAtOnce(house, id);
  expect(await attemptsOf(id)).toEqual([]);
  const silent = await anchor();
  faults.isDown = true;
  await sendAnchorAtOnce(house, silent);
  expect(await attemptsOf(silent)).toEqual([]);
  expect(await paymentOf(silent)).toMatchObject({ status: "pending" });
});

it("MONEY-11 what is no anchor is left to the worker", async () => {
  const payout = await queue(await newWallet(), lamports(1_000_000n));
  await sendAnchorAtOnce(house, payout);
  await sendAnchorAtOnce(house, "no-payment");
  expect(await attemptsOf(payout)).toEqual([]);
});
