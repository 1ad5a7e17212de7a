import { beforeEach, expect, it } from "vitest";
import { generateKeyPairSync } from "node:crypto";
import { lamports } from "../../../domain/lamports.ts";
import type { PriorityBid } from "../../foundation/chain/priority-fee.ts";
import { signPayment } from "../../foundation/chain/sign-payment.ts";
import { addressOf, signWith } from "../house-wallets/wallet-key.ts";
import { ChainUnavailable } from "../../foundation/ports.ts";
import { attemptFacts } from "./attempt-facts.ts";
import { type PaidAttempt, readFeesOfPaid } from "./final-fees.ts";

const { privateKey } = generateKeyPairSync("ed25519");
const source = addressOf(privateKey);
const keys = {
  sign: (_: string, message: Uint8Array) =>
    Promise.resolve({ ok: true as const, value: signWith(privateKey, message) }),
};
const lifetime = { slot: 1n, blockhash: source, lastValidBlockHeight: 150n };
let number = 0;
let signatures: string[] = [];
beforeEach(() => {
  signatures = [];
});

/** Real signed bytes that landed in a slot. */
async function paidIn(slot: bigint, bid: PriorityBid | null = null): Promise<PaidAttempt> {
  number += 1;
  const payment = { source, destination: source, lamports: lamports(1n), fundedBy: null, bid };
  const signed = await signPayment({ ...payment, memo: `payment ${number}` }, lifetime, keys);
  if (!signed.ok) throw new Error("the house is locked");
  return { attempt: { ...signed.value, paymentId: `${number}`, createdAt: new Date(0) }, slot };
}

const paidInEach = (slots: readonly bigint[], bid: PriorityBid | null = null) =>
  Promise.all(slots.map((slot) => paidIn(slot, bid)));

/** A node whose blocks report the fee that `feeOf` returns; undefined means that it does not know the transaction. */
const nodeOf = (paid: readonly PaidAttempt[], feeOf: (one: PaidAttempt) => bigint | undefined) => ({
  transaction: (signature: string) => {
    signatures.push(signature);
    const found = paid.find(({ attempt }) => attempt.signature === signature);
    const fee = found && feeOf(found);
    return Promise.resolve(fee === undefined ? null : ({ fee: lamports(fee) } as never));
  },
});

const feesOf = async (paid: readonly PaidAttempt[], feeOf: (one: PaidAttempt) => bigint | undefined) => {
  const fees = await readFeesOfPaid(nodeOf(paid, feeOf), paid);
  return paid.map(({ attempt }) => fees.get(attempt.signature));
};

it("PAYOUTS-6 of payments that cost the same the oldest and the newest are read, whatever their order", async () => {
  const paid = await paidInEach([7n, 3n, 9n, 5n]);
  expect(await feesOf(paid, () => 5_000n)).toEqual([5_000n, 5_000n, 5_000n, 5_000n]);
  expect(new Set(signatures)).toEqual(new Set([paid[1]!.attempt.signature, paid[2]!.attempt.signature]));
});

it("PAYOUTS-6 one or two payments are read themselves", async () => {
  for (const slots of [[4n], [4n, 4n]]) {
    signatures = [];
    const paid = await paidInEach(slots);
    await feesOf(paid, () => 5_000n);
    expect(signatures).toHaveLength(slots.length);
  }
});

it("PAYOUTS-6 what bid differently is compared with its own alone", async () => {
  const plain = await paidInEach([1n, 2n, 3n]);
  const dear = await paidInEach([1n, 2n, 3n], { unitLimit: 1_000, unitPrice: 1_500_001n });
  expect(attemptFacts(dear[0]!.attempt).networkFee).toBe(6_501n);
  const taken = (one: PaidAttempt) => attemptFacts(one.attempt).networkFee;
  expect(await feesOf([...plain, ...dear], taken)).toEqual([5_000n, 5_000n, 5_000n, 6_501n, 6_501n, 6_501n]);
  expect(signatures).toHaveLength(4);
});

it("PAYOUTS-6 where the network's rule has changed meanwhile each is read, and booked with what it took", async () => {
  const paid = await paidInEach([1n, 2n, 3n, 4n, 5n]);
  const changed = ({ slot }: PaidAttempt) => (slot < 3n ? 5_000n : 7_500n);
  expect(await feesOf(paid, changed)).toEqual([5_000n, 5_000n, 7_500n, 7_500n, 7_500n]);
  expect(new Set(signatures).size).toBe(5);
});

it("PAYOUTS-6 where an end is not shown each other is read, and what is not shown is not guessed", async () => {
  const paid = await paidInEach([1n, 2n, 3n]);
  expect(await feesOf(paid, ({ slot }) => (slot === 1n ? undefined : 5_000n))).toEqual([
    undefined,
    5_000n,
    5_000n,
  ]);
  expect(new Set(signatures).size).toBe(3);
});

it("PAYOUTS-6 a silent node tells no fee", async () => {
  const paid = await paidInEach([1n, 2n, 3n]);
  const silent = { transaction: () => Promise.reject(new ChainUnavailable("silent")) };
  expect(await readFeesOfPaid(silent, paid)).toEqual(new Map());
});
