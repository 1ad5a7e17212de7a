import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { openTestHouse, sol } from "../../../../tests/support/house.ts";
import { transfer, userAccount } from "../../../domain/ledger.ts";
import { post } from "../../foundation/books/ledger.ts";
import { queuePayment } from "../../foundation/books/payments.ts";
import { paymentAttempts, payments } from "../../foundation/db/schema/payments.ts";
import { type Chain, ChainUnavailable } from "../../foundation/ports.ts";
import { isOpen } from "../../foundation/books/payments.ts";
import { sendPayments } from "./send-payments.ts";

/** A small repeatable generator; the seed is printed with a failure. */
function randomFrom(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

it("INV-7 INV-12 of 120 payouts over a bad network each is paid exactly once", async () => {
  const seed = 20_260_101;
  const random = randomFrom(seed);
  const network = { losesRequests: 0, losesReplies: 0, losesReads: 0, isDown: false };
  const maybeLost = async <T>(call: () => Promise<T>, isSend: boolean): Promise<T> => {
    const lossRate = isSend ? network.losesRequests : network.losesReads;
    if (network.isDown || random() < lossRate) throw new ChainUnavailable("the request was lost");
    const reply = await call();
    if (isSend && random() < network.losesReplies) throw new ChainUnavailable("the reply was lost");
    return reply;
  };
  const flaky = (chain: Chain): Chain => ({
    ...chain,
    send: (wire) => maybeLost(() => chain.send(wire), true),
    tip: () => maybeLost(() => chain.tip(), false),
    signatureStatuses: (signatures, options) =>
      maybeLost(() => chain.signatureStatuses(signatures, options), false),
    transaction: (signature) => maybeLost(() => chain.transaction(signature), false),
    latestBlockhash: () => maybeLost(() => chain.latestBlockhash(), false),
  });
  const house = await openTestHouse({ wrap: flaky });
  const amount = sol(0.02);
  const winners = await Promise.all(Array.from({ length: 120 }, () => house.testChain.newKeypair()));
  await house.db.transaction(async (tx) => {
    for (const [place, { address }] of winners.entries()) {
      const id = `payout-${place}`;
      const fact = { reference: `gift:${place}`, kind: "difference explained", ledger: "real" } as const;
      await post(tx, transfer(fact, "equity", userAccount(address), amount));
      await queuePayment(tx, {
        id,
        kind: "payout",
        source: "hot",
        destination: address,
        lamports: amount,
        wallet: address,
        createdAt: new Date(house.clock.now()),
      });
    }
  });

  Object.assign(network, { losesRequests: 0.6, losesReplies: 0.6, losesReads: 0.02 });
  const openCount = () => house.db.$count(payments, isOpen);
  let rounds = 0;
  for (; rounds < 400 && (await openCount()) > 0; rounds += 1) {
    // What was just signed is lost along with the node, for longer than a blockhash lives.
    if (rounds === 1) network.losesRequests = 1;
    if (rounds === 3) network.isDown = true;
    if (rounds === 6) await house.testChain.advanceSlots(260);
    if (rounds === 8) Object.assign(network, { isDown: false, losesRequests: 0.6 });
    // Two workers, as when a lease changes hands.
    const workers = [sendPayments(house), sendPayments(house)];
    for (const worker of await Promise.allSettled(workers)) {
      expect(worker.status === "rejected" ? flatten(worker.reason) : []).toEqual([]);
    }
    await house.testChain.advanceSlots(4);
  }
  Object.assign(network, { losesRequests: 0, losesReplies: 0, losesReads: 0 });

  expect(await openCount(), `open after ${rounds} rounds, seed ${seed}`).toBe(0);
  const rows = await house.db.select().from(payments).where(eq(payments.kind, "payout"));
  expect(rows.every(({ status }) => status === "completed")).toBe(true);
  for (const { address } of winners) {
    expect(await house.testChain.chain.balance(address), `seed ${seed}`).toBe(amount);
    const landed = await house.testChain.chain.signaturesFor(address, { limit: 10 });
    expect(landed.filter(({ error }) => error === null)).toHaveLength(1);
  }
  // The outage had its effect: bytes expired and were signed again.
  expect(rows.some(({ retries }) => retries > 0)).toBe(true);
  expect(await house.db.$count(paymentAttempts)).toBeGreaterThan(winners.length);
  await house.checkBooks();
  await house.checkSolvency();
  await house.close();
}, 120_000);

/** Errors of a round other than the network's. */
const flatten = (error: unknown): unknown[] =>
  error instanceof AggregateError
    ? error.errors.flatMap(flatten)
    : error instanceof ChainUnavailable
      ? []
      : [error];
