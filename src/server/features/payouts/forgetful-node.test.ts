import { expect, it } from "vitest";
import { memoInstruction, transferInstruction } from "../../../../tests/support/chain.ts";
import { sol } from "../../../../tests/support/house.ts";
import { openPaying } from "../../../../tests/support/paying.ts";
import { paymentMemo } from "../../../domain/memo.ts";
import { retryPayment } from "./retry-payment.ts";
import { sendPayments } from "./send-payments.ts";

const { house, faults, memory, step, finish, queue, newWallet, onChain, attemptsOf, paymentOf } =
  await openPaying();

/** A payment that landed without the server having seen it, and whose blockhash has expired since. */
async function landedUnseen(amount = sol(0.1)) {
  const wallet = await newWallet();
  const id = await queue(wallet, amount);
  await step();
  expect(await attemptsOf(id)).toHaveLength(1);
  await house.testChain.advanceSlots(200);
  expect(await onChain(wallet)).toBe(amount);
  return { wallet, id };
}

const now = () => house.testChain.chain.slot();

it("MONEY-11 INV-7 a node that forgot a landed payment does not have it paid twice", async () => {
  const { wallet, id } = await landedUnseen();
  memory.firstSlot = await now();
  await step();
  await step();
  expect(await attemptsOf(id)).toHaveLength(1);
  expect((await paymentOf(id)).status).toBe("unknown");
  // The same from the admin panel.
  expect(await retryPayment(house, { paymentId: id, by: "admin" })).toMatchObject({
    ok: true,
    value: { id, status: "unknown" },
  });
  expect(await attemptsOf(id)).toHaveLength(1);
  memory.firstSlot = 0n;
  await finish();
  expect((await paymentOf(id)).status).toBe("completed");
  expect(await onChain(wallet)).toBe(sol(0.1));
});

it("MONEY-11 nor does one behind a balancer whose other node has every block", async () => {
  const { wallet, id } = await landedUnseen();
  memory.firstSlot = await now();
  memory.claimedFirstSlot = 0n;
  await step();
  expect(await attemptsOf(id)).toHaveLength(1);
  expect((await paymentOf(id)).status).toBe("unknown");
  // Newer transactions of the wallet do not make up for the forgotten ones.
  const other = await queue(await newWallet(), sol(0.01));
  await step();
  await house.testChain.advanceSlots();
  await step();
  expect((await paymentOf(other)).status).toBe("completed");
  expect(await attemptsOf(id)).toHaveLength(1);
  memory.firstSlot = 0n;
  await finish();
  expect(await onChain(wallet)).toBe(sol(0.1));
});

it("MONEY-11 a payment that did not land is signed anew once a node proves it", async () => {
  const wallet = await newWallet();
  const id = await queue(wallet, sol(0.1));
  faults.dropsSends = true;
  await step();
  await house.testChain.advanceSlots(200);
  faults.dropsSends = false;
  memory.firstSlot = await now();
  await step();
  expect((await paymentOf(id)).status).toBe("unknown");
  expect(await attemptsOf(id)).toHaveLength(1);
  memory.firstSlot = 0n;
  await step();
  expect((await paymentOf(id)).status).toBe("sent");
  expect(await attemptsOf(id)).toHaveLength(2);
  await finish();
  expect(await onChain(wallet)).toBe(sol(0.1));
});

it("MONEY-11 nor does the blockhash of a node that lags behind the wallet's first money hold it up for ever", async () => {
  const wallet = await newWallet();
  const id = await queue(wallet, sol(0.1));
  faults.dropsSends = true;
  faults.blockhashLag = await house.testChain.chain.slot();
  await sendPayments({ ...house, isLocal: false });
  await house.testChain.advanceSlots(200);
  faults.dropsSends = false;
  faults.blockhashLag = 0n;
  await step();
  expect(await attemptsOf(id)).toHaveLength(2);
  await finish();
  expect(await onChain(wallet)).toBe(sol(0.1));
});

it("MONEY-11 the memo of a payment, written by anybody else, does not hold it up", async () => {
  const [wallet, stranger] = [await newWallet(), await house.newPlayer()];
  const id = await queue(wallet, sol(0.1));
  faults.dropsSends = true;
  await step();
  await house.testChain.sendInstructions(stranger, [
    transferInstruction(stranger, house.address.hot, 1n),
    memoInstruction(paymentMemo(id)),
  ]);
  await house.testChain.advanceSlots(200);
  faults.dropsSends = false;
  await step();
  expect(await attemptsOf(id)).toHaveLength(2);
  await finish();
  expect(await onChain(wallet)).toBe(sol(0.1));
});
