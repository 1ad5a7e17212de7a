import { expect, it } from "vitest";
import { openTestChain, priorityInstructions, transferInstruction } from "../../tests/support/chain.ts";
import { lamports } from "./lamports.ts";
import { payableFromWallet } from "./wallet-funds.ts";

const CAP = lamports(100_000n);
/** 100 micro-lamports for each of a million units: the cap. */
const dearest = () => priorityInstructions(1_000_000, 100_000n);

it("BET-25 the chain accepts a payment of all that a wallet can pay, at the highest bid, and refuses one lamport more", async () => {
  const test = await openTestChain();
  const [exact, above] = [await test.newKeypair(), await test.newKeypair()];
  const house = (await test.newKeypair()).address;
  const balance = lamports(1_000_000_000n);
  for (const { address } of [exact, above]) await test.fund(address, balance);
  const all = payableFromWallet(balance, CAP);
  const pay = (from: typeof exact, amount: bigint) =>
    test.sendInstructions(from, [...dearest(), transferInstruction(from, house, amount)]);
  const paid = await pay(exact, all);
  const refused = await pay(above, all + 1n);
  await test.advanceSlots(1);
  expect((await test.chain.transaction(paid))?.error).toBeNull();
  expect((await test.chain.transaction(refused))?.error).toContain("InsufficientFundsForRent");
});

it("BET-25 a wallet that holds no more than the reserve can pay nothing", () => {
  expect(payableFromWallet(lamports(995_880n), CAP)).toBe(0n);
  expect(payableFromWallet(lamports(995_881n), CAP)).toBe(1n);
  expect(payableFromWallet(lamports(0n), CAP)).toBe(0n);
});
