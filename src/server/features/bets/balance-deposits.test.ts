import type { KeyPairSigner } from "@solana/kit";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { openBetting } from "../../../../tests/support/betting.ts";
import { memoInstruction, transferInstruction } from "../../../../tests/support/chain.ts";
import { sol } from "../../../../tests/support/house.ts";
import { depositMemo } from "../../../domain/memo.ts";
import type { Chain } from "../../foundation/ports.ts";
import { deposits } from "../../foundation/db/schema/bets.ts";
import { confirmDeposit } from "./confirm-deposit.ts";
import { prepareDeposit } from "./prepare-deposit.ts";
import { submitDeposit } from "./submit-deposit.ts";

const { house, prepared, pay, userBalance, pool } = await openBetting();

const prepare = (player: Pick<KeyPairSigner, "address">, amount = sol(0.5)) =>
  prepareDeposit(house, { wallet: player.address, amount });

async function wireFor(player: KeyPairSigner, amount = sol(0.5)): Promise<string> {
  const made = await prepare(player, amount);
  if (!made.ok) throw new Error(made.code);
  return made.value.wire;
}

const confirm = ({ address: wallet }: Pick<KeyPairSigner, "address">, signature: string) =>
  confirmDeposit(house, { wallet, signature });
const submit = ({ address: wallet }: Pick<KeyPairSigner, "address">, signedTransaction: string) =>
  submitDeposit(house, { wallet, signedTransaction });

const kindsTold = (player: KeyPairSigner) =>
  house.events
    .filter(({ wallet }) => wallet === player.address)
    .map(({ payload }) => (payload as { notification: { kind: string } }).notification.kind);

it("BET-22 one transaction that the player alone signs, with a memo that says what it is for", async () => {
  const player = await house.newPlayer();
  const signature = await house.testChain.signAndSend(await wireFor(player), player);
  await house.testChain.advanceSlots(2);
  const landed = await house.chain.transaction(signature);
  expect(landed!.accounts[0]).toBe(player.address);
  expect(landed!.instructions).toHaveLength(2);
  expect(Buffer.from(landed!.instructions[1]!.data).toString()).toMatch(/^furlong:1:deposit d-[0-9a-f]{24}$/);
  expect(await confirm(player, signature)).toEqual({ ok: true, value: sol(0.5) });
  expect(await userBalance(player)).toBe(sol(0.5));
});

it("BET-22 INV-6 many confirmations and the watcher credit it once, and the player is told once", async () => {
  const player = await house.newPlayer();
  const signature = await house.testChain.signAndSend(await wireFor(player), player);
  await house.testChain.advanceSlots(2);
  const answers = await Promise.all([
    house.watch(),
    ...Array.from({ length: 20 }, () => confirm(player, signature)),
  ]);
  expect(answers.slice(1)).toEqual(Array.from({ length: 20 }, () => ({ ok: true, value: sol(0.5) })));
  expect(await userBalance(player)).toBe(sol(0.5));
  expect(kindsTold(player)).toEqual(["deposit_received"]);
});

it("BET-22 BET-7 BET-23 one that is never confirmed is credited by the watcher", async () => {
  const player = await house.newPlayer();
  await house.testChain.signAndSend(await wireFor(player, sol(0.02)), player);
  await house.testChain.advanceSlots(2);
  await house.watch();
  expect(await userBalance(player)).toBe(sol(0.02));
  expect(kindsTold(player)).toEqual(["deposit_received"]);
});

it("BET-22 the server sends what a wallet only signed, and nothing else", async () => {
  const player = await house.newPlayer();
  const thief = await house.newPlayer();
  const signed = await house.testChain.signPrepared(await wireFor(player), player);
  expect(await submit(thief, signed.base64)).toMatchObject({ code: "TRANSACTION_INVALID" });
  const sent = await submit(player, signed.base64);
  expect(sent).toEqual({ ok: true, value: { signature: signed.signature } });
  expect(await submit(player, signed.base64)).toEqual(sent);

  const deposit = depositMemo("d-1");
  const elsewhere = [transferInstruction(player, thief.address, sol(1)), memoInstruction(deposit)];
  const twice = [
    transferInstruction(player, house.address.deposit, sol(0.1)),
    transferInstruction(player, thief.address, sol(1)),
    memoInstruction(deposit),
  ];
  const unnamed = [transferInstruction(player, house.address.deposit, sol(0.1))];
  for (const instructions of [elsewhere, twice, unnamed]) {
    const { base64 } = await house.testChain.sign(player, instructions);
    expect(await submit(player, base64)).toMatchObject({ code: "TRANSACTION_NOT_YOURS" });
  }
  expect(await submit(player, await wireFor(player))).toMatchObject({ code: "TRANSACTION_INVALID" });
  await house.testChain.advanceSlots(2);
  expect(await confirm(player, signed.signature)).toMatchObject({ ok: true });
});

it("BET-22 a deposit is the payer's, and a bet's payment is no deposit", async () => {
  const player = await house.newPlayer();
  const thief = await house.newPlayer();
  const signature = await house.testChain.signAndSend(await wireFor(player), player);
  await house.testChain.advanceSlots(2);
  expect(await confirm(thief, signature)).toMatchObject({ code: "PAYMENT_MISMATCH" });
  expect(await userBalance(thief)).toBe(0n);

  const bet = await prepared(player);
  const paid = await house.testChain.signAndSend(bet.wire, player);
  await house.testChain.advanceSlots(2);
  expect(await confirm(player, paid)).toMatchObject({ code: "PAYMENT_MISMATCH" });
  expect(await pool()).toBe(0n);
  await house.watch();
  expect(await pool()).toBe(sol(0.1));
});

it("BET-22 is refused to whom it is of no use, and below the smallest bet", async () => {
  const player = await house.newPlayer();
  const banned = await house.newPlayer();
  await house.ban(banned.address);
  expect(await prepare(await house.testChain.newKeypair())).toMatchObject({ code: "PROFILE_REQUIRED" });
  expect(await prepare(banned)).toMatchObject({ code: "BANNED" });
  expect(await prepare(player, sol(0.009))).toMatchObject({
    code: "DEPOSIT_TOO_SMALL",
    field: "amount",
    message: "The minimum deposit is 0.01 SOL",
  });
  // A payment that was sent all the same is not lost.
  await pay(player, [sol(0.009)], depositMemo("d-2"));
  await house.watch();
  expect(await userBalance(player)).toBe(sol(0.009));
});

it("BET-22 a memo of a deposit keeps its reason in the books, whatever follows the name", async () => {
  const player = await house.newPlayer();
  const signature = await pay(player, [sol(0.3)], depositMemo("x".repeat(200)));
  await house.watch();
  const [row] = await house.db.select().from(deposits).where(eq(deposits.signature, signature));
  expect(row).toMatchObject({ outcome: "credit", reason: "FOR_BALANCE" });
});

it("LIMITS-41 BET-22 one that the watcher has counted is confirmed without asking the node", async () => {
  const player = await house.newPlayer();
  const thief = await house.newPlayer();
  const signature = await house.testChain.signAndSend(await wireFor(player, sol(0.7)), player);
  await house.testChain.advanceSlots(2);
  await house.watch();
  const silent: Chain = {
    ...house.chain,
    transaction: () => Promise.reject(new Error("the node was asked")),
  };
  const ask = ({ address: wallet }: KeyPairSigner) =>
    confirmDeposit({ ...house, chain: silent }, { wallet, signature });
  expect(await ask(player)).toEqual({ ok: true, value: sol(0.7) });
  await expect(ask(thief)).rejects.toThrow("the node was asked");
});
