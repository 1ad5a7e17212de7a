import {
  getCreateAccountInstruction,
  getTransferSolWithSeedInstruction,
  getInitializeNonceAccountInstruction,
  getWithdrawNonceAccountInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from "@solana-program/system";
import { address, createAddressWithSeed, type KeyPairSigner } from "@solana/kit";
import { expect, it } from "vitest";
import { openBetting } from "../../../../tests/support/betting.ts";
import { memoInstruction, transferInstruction } from "../../../../tests/support/chain.ts";
import { sol } from "../../../../tests/support/house.ts";
import { lamports } from "../../../domain/lamports.ts";
import type { ChainInstruction, ChainTransaction } from "../../foundation/ports.ts";
import { withdraw } from "../payouts/withdraw.ts";
import { readDeposit } from "./read-deposit.ts";

const { house, prepared, confirm, memoOf, statusOf, userBalance, pool } = await openBetting();

const toHouse = (from: KeyPairSigner, amount: bigint) =>
  transferInstruction(from, house.address.deposit, amount);

async function send(feePayer: KeyPairSigner, instructions: Parameters<typeof house.testChain.sign>[1]) {
  const signature = await house.testChain.sendInstructions(feePayer, instructions);
  await house.testChain.advanceSlots(2);
  return signature;
}

const toldAmounts = (wallet: string) =>
  house.events
    .filter((event) => event.wallet === wallet)
    .map(({ payload }) => (payload as { notification: { params: unknown } }).notification.params);

it("BET-12 INV-6 a payment from two wallets is credited to each of them, in one posting", async () => {
  const [first, second] = [await house.newPlayer(), await house.newPlayer()];
  await send(first, [toHouse(first, sol(0.1)), toHouse(second, sol(0.2)), toHouse(first, sol(0.05))]);
  await house.watch();
  await house.watch();
  expect([await userBalance(first), await userBalance(second)]).toEqual([sol(0.15), sol(0.2)]);
  expect(toldAmounts(first.address)).toEqual([{ amount: sol(0.15) }]);
  expect(toldAmounts(second.address)).toEqual([{ amount: sol(0.2) }]);
  const leave = (player: KeyPairSigner) =>
    withdraw(house, { wallet: player.address, amount: sol(0.1), isAdmin: false });
  expect([await leave(first), await leave(second)]).toMatchObject([{ ok: true }, { ok: true }]);
});

it("BET-12 whoever pays the fee for others gets none of their money", async () => {
  const [sponsor, player, other] = [
    await house.newPlayer(),
    await house.newPlayer(),
    await house.newPlayer(),
  ];
  await send(sponsor, [toHouse(player, sol(0.2)), toHouse(other, sol(0.3))]);
  await send(sponsor, [
    toHouse(player, sol(0.1)),
    transferInstruction(other, house.address.treasury, sol(0.1)),
  ]);
  await house.watch();
  expect(await userBalance(sponsor)).toBe(0n);
  expect([await userBalance(player), await userBalance(other)]).toEqual([sol(0.3), sol(0.4)]);
});

it("BET-2 BET-12 a thief who has a victim sign the payment of the thief's bet gets neither bet nor money", async () => {
  const [thief, victim] = [await house.newPlayer(), await house.newPlayer()];
  const { betId } = await prepared(thief);
  const memo = memoInstruction(await memoOf(betId));
  const whole = await send(thief, [toHouse(victim, sol(0.1)), memo]);
  expect(await confirm(thief, { betId, signature: whole })).toMatchObject({ code: "BET_CREDITED" });
  const part = await send(thief, [toHouse(victim, sol(0.09)), toHouse(thief, sol(0.01)), memo]);
  expect(await confirm(thief, { betId, signature: part })).toMatchObject({ code: "PAYMENT_MISMATCH" });
  await house.watch();
  expect(await pool()).toBe(0n);
  expect([await userBalance(victim), await userBalance(thief)]).toEqual([sol(0.19), sol(0.01)]);
});

it("BET-12 a bet whose fee another wallet pays is a bet of the wallet that the stake came from", async () => {
  const [sponsor, player] = [await house.newPlayer(), await house.newPlayer()];
  const { betId } = await prepared(player);
  const signature = await send(sponsor, [toHouse(player, sol(0.1)), memoInstruction(await memoOf(betId))]);
  expect(await confirm(player, { betId, signature })).toMatchObject({ ok: true });
  expect(await pool()).toBe(sol(0.1));
});

it("BET-12 what comes without a transfer is the fee payer's; with a seed, it is the base's", async () => {
  const [player, base] = [await house.newPlayer(), await house.newPlayer()];
  const nonce = await house.testChain.newKeypair();
  await send(player, [
    getCreateAccountInstruction({
      payer: player,
      newAccount: nonce,
      lamports: sol(0.5),
      space: 80,
      programAddress: SYSTEM_PROGRAM_ADDRESS,
    }),
    getInitializeNonceAccountInstruction({ nonceAccount: nonce.address, nonceAuthority: player.address }),
  ]);
  await send(player, [
    getWithdrawNonceAccountInstruction({
      nonceAccount: nonce.address,
      recipientAccount: address(house.address.deposit),
      nonceAuthority: player,
      withdrawAmount: sol(0.5),
    }),
    toHouse(base, sol(0.1)),
  ]);
  await house.watch();
  expect([await userBalance(player), await userBalance(base)]).toEqual([sol(0.5), sol(0.1)]);

  const seed = "savings";
  const derived = await createAddressWithSeed({
    baseAddress: base.address,
    programAddress: SYSTEM_PROGRAM_ADDRESS,
    seed,
  });
  await send(base, [transferInstruction(base, derived, sol(1))]);
  const { betId } = await prepared(base);
  const signature = await send(player, [
    getTransferSolWithSeedInstruction({
      source: derived,
      baseAccount: base,
      destination: address(house.address.deposit),
      amount: sol(0.1),
      fromSeed: seed,
      fromOwner: SYSTEM_PROGRAM_ADDRESS,
    }),
    memoInstruction(await memoOf(betId)),
  ]);
  expect(await confirm(base, { betId, signature })).toMatchObject({ code: "PAYMENT_MISMATCH" });
  await house.watch();
  expect(await statusOf(betId)).toBe("prepared");
  expect(await userBalance(base)).toBe(sol(0.2));
});

it("BET-12 a transfer that a called program makes belongs to the account that it came from", async () => {
  const [feePayer, wallet, program] = ["fee-payer", "wallet", "program"];
  const transferOf = (source: string, amount: bigint): ChainInstruction => {
    const data = new Uint8Array(12);
    const view = new DataView(data.buffer);
    view.setUint32(0, 2, true);
    view.setBigUint64(4, amount, true);
    return { programAddress: SYSTEM_PROGRAM_ADDRESS, accounts: [source, house.address.deposit], data };
  };
  const transaction: ChainTransaction = {
    signature: "s",
    slot: 1n,
    blockTime: null,
    error: null,
    fee: lamports(5_000n),
    accounts: [feePayer, wallet, house.address.deposit, program, SYSTEM_PROGRAM_ADDRESS],
    balanceChanges: [-5_000n, -700n, 1_000n, 0n, 0n].map((change) => change as ReturnType<typeof lamports>),
    instructions: [{ programAddress: program, accounts: [wallet], data: new Uint8Array() }],
    innerInstructions: [transferOf(wallet, 700n)],
  };
  const known = await house.houseAddresses.known();
  expect(readDeposit(transaction, known)).toMatchObject({
    total: 1_000n,
    sources: [
      { wallet, lamports: 700n },
      { wallet: feePayer, lamports: 300n },
    ],
    betMemo: null,
  });
  // A wallet with more transfers in than it gained has paid some out again, which only the house can do.
  const more = { ...transaction, innerInstructions: [transferOf(wallet, 2_000n)] };
  expect(readDeposit(more, known)?.sources).toMatchObject([{ wallet: feePayer, lamports: 1_000n }]);
});
