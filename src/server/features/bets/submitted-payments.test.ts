import type { KeyPairSigner } from "@solana/kit";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { openBetting } from "../../../../tests/support/betting.ts";
import {
  memoInstruction,
  priorityInstructions,
  transferInstruction,
} from "../../../../tests/support/chain.ts";
import { sol } from "../../../../tests/support/house.ts";
import { depositMemo } from "../../../domain/memo.ts";
import { preparedDeposits, sentPayments } from "../../foundation/db/schema/bets.ts";
import { type Chain, ChainUnavailable, NoRoom } from "../../foundation/ports.ts";
import { prepareDeposit } from "./prepare-deposit.ts";
import { sharesOfPlayers } from "./share-of-player.ts";
import { submitBet } from "./submit-bet.ts";
import { submitDeposit } from "./submit-deposit.ts";

const { house, raceId, prepared, confirm, memoOf } = await openBetting();

let sends: Uint8Array[] = [];
let failure: Error | null = null;
/** The network loses what is sent. */
let isLost = false;
const chain: Chain = {
  ...house.chain,
  async send(wire) {
    sends.push(wire);
    if (failure) throw failure;
    if (!isLost) await house.chain.send(wire);
  },
};
const ports = { ...house, chain };
beforeEach(() => {
  sends = [];
  failure = null;
  isLost = false;
});

const submit = (player: KeyPairSigner, betId: string, signedTransaction: string) =>
  submitBet(ports, { raceId: raceId(), betId, wallet: player.address, signedTransaction });
const submitToBalance = (player: KeyPairSigner, signedTransaction: string) =>
  submitDeposit(ports, { wallet: player.address, signedTransaction });

async function preparedToBalance(player: KeyPairSigner, amount = sol(0.5)) {
  const made = await prepareDeposit(house, { wallet: player.address, amount });
  if (!made.ok) throw new Error(made.code);
  return made.value;
}

it("LIMITS-42 a payment into the balance that was not prepared, or not so, is not sent", async () => {
  const player = await house.newPlayer();
  const { depositId, wire } = await preparedToBalance(player);
  const signed = (amount: bigint, memo: string) =>
    house.testChain.sign(player, [
      transferInstruction(player, house.address.deposit, amount),
      memoInstruction(memo),
    ]);
  await house.testChain.advanceSlots(3);
  const tried = [
    await signed(sol(0.5), depositMemo(`d-${"0".repeat(24)}`)),
    await signed(sol(0.4), depositMemo(depositId)),
    // Another blockhash than the one that was handed out: nobody knows whether it can land.
    await signed(sol(0.5), depositMemo(depositId)),
  ];
  for (const { base64 } of tried) {
    expect(await submitToBalance(player, base64)).toMatchObject({ code: "TRANSACTION_NOT_YOURS" });
  }
  expect(sends).toHaveLength(0);
  const { base64, signature } = await house.testChain.signPrepared(wire, player);
  expect(await submitToBalance(player, base64)).toEqual({ ok: true, value: { signature } });
  expect(sends).toHaveLength(1);
});

it("LIMITS-42 the same payment is sent once, however often and however signed it is submitted", async () => {
  const player = await house.newPlayer();
  const { betId, wire } = await prepared(player);
  const { base64, signature } = await house.testChain.signPrepared(wire, player);
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(player, betId, base64)));
  expect(answers).toEqual(answers.map(() => ({ ok: true, value: { signature } })));
  expect(sends).toHaveLength(1);
  await house.testChain.advanceSlots(2);
  expect(await confirm(player, { betId, signature })).toMatchObject({ ok: true });
  expect(await submit(player, betId, base64)).toEqual({ ok: true, value: { signature } });
  expect(sends).toHaveLength(1);
});

it("LIMITS-42 what was stored and not sent, as after a crash in between, is sent when it is submitted again, once", async () => {
  const player = await house.newPlayer();
  const { betId, wire } = await prepared(player);
  const { base64, signature } = await house.testChain.signPrepared(wire, player);
  const deposit = await preparedToBalance(player);
  const { lastValidBlockHeight } = deposit;
  const signedDeposit = await house.testChain.signPrepared(deposit.wire, player);
  for (const [paymentId, of] of [
    [betId, signature],
    [deposit.depositId, signedDeposit.signature],
  ] as const) {
    const stored = { paymentId, wallet: player.address, signature: of, lastValidBlockHeight };
    await house.db.insert(sentPayments).values(stored);
  }
  failure = new ChainUnavailable("down");
  expect(await submit(player, betId, base64)).toMatchObject({ code: "CHAIN_UNAVAILABLE" });
  expect(await submitToBalance(player, signedDeposit.base64)).toMatchObject({ code: "CHAIN_UNAVAILABLE" });
  failure = null;
  sends = [];
  for (const _ of [1, 2, 3]) {
    const answers = await Promise.all([
      submit(player, betId, base64),
      submit(player, betId, base64),
      submitToBalance(player, signedDeposit.base64),
    ]);
    expect(answers).toEqual(
      [signature, signature, signedDeposit.signature].map((of) => ({ ok: true, value: { signature: of } })),
    );
  }
  expect(sends).toHaveLength(2);
  await house.testChain.advanceSlots(2);
  expect(await confirm(player, { betId, signature })).toMatchObject({ ok: true });
});

it("LIMITS-42 a payment that is in the books is not sent again, and neither is one that was signed in another way", async () => {
  const player = await house.newPlayer();
  const { betId, wire } = await prepared(player);
  const { base64, signature } = await house.testChain.signPrepared(wire, player);
  const other = await house.testChain.sign(player, [
    ...priorityInstructions(50_000, 1_000n),
    transferInstruction(player, house.address.deposit, sol(0.1)),
    memoInstruction(await memoOf(betId)),
  ]);
  const { lastValidBlockHeight } = await preparedToBalance(player);
  const stored = { paymentId: betId, wallet: player.address, signature, lastValidBlockHeight };
  await house.db.insert(sentPayments).values(stored);
  expect(await submit(player, betId, other.base64)).toEqual({ ok: true, value: { signature } });
  await house.testChain.signAndSend(wire, player);
  await house.testChain.advanceSlots(2);
  expect(await confirm(player, { betId, signature })).toMatchObject({ ok: true });
  expect(await submit(player, betId, base64)).toEqual({ ok: true, value: { signature } });
  expect(sends).toHaveLength(0);
});

it("LIMITS-42 what the node did not take may be submitted again", async () => {
  const player = await house.newPlayer();
  const { betId, wire } = await prepared(player);
  const { base64 } = await house.testChain.signPrepared(wire, player);
  failure = new ChainUnavailable("down");
  expect(await submit(player, betId, base64)).toMatchObject({ code: "CHAIN_UNAVAILABLE" });
  failure = new NoRoom("full");
  expect(await submit(player, betId, base64)).toMatchObject({ code: "RATE_LIMITED" });
  failure = null;
  expect(await submit(player, betId, base64)).toMatchObject({ ok: true });
  expect(sends).toHaveLength(3);
});

it("LIMITS-42 a payment that its payer cannot pay, or that can no longer land, is not sent", async () => {
  const poor = await house.newPlayer(sol(0.1) + 4_999n);
  const left = await house.newPlayer(sol(0.1) + 5_001n);
  const exact = await house.newPlayer(sol(0.1) + 5_000n);
  await house.testChain.advanceSlots(2);
  const answers = [];
  for (const player of [poor, left, exact]) {
    const { betId, wire } = await prepared(player);
    const { base64 } = await house.testChain.signPrepared(wire, player);
    answers.push(await submit(player, betId, base64));
  }
  expect(answers).toMatchObject([
    { code: "INSUFFICIENT_BALANCE" },
    // Less than the rent-exempt minimum would be left.
    { code: "INSUFFICIENT_BALANCE" },
    { ok: true },
  ]);
  const player = await house.newPlayer();
  const bet = await prepared(player);
  const deposit = await preparedToBalance(player);
  await house.testChain.advanceSlots(200);
  const signedBet = await house.testChain.signPrepared(bet.wire, player);
  const signedDeposit = await house.testChain.signPrepared(deposit.wire, player);
  expect(await submit(player, bet.betId, signedBet.base64)).toMatchObject({ code: "BET_EXPIRED" });
  expect(await submitToBalance(player, signedDeposit.base64)).toMatchObject({ code: "BET_EXPIRED" });
  expect(sends).toHaveLength(1);
});

it("LIMITS-42 a wallet's latest five deposits can be submitted, and are stored ten minutes longer than they live", async () => {
  const player = await house.newPlayer();
  const ids = [];
  for (let count = 0; count < 8; count += 1) {
    ids.push((await preparedToBalance(player)).depositId);
    await house.testChain.advanceSlots(1);
  }
  const last = await preparedToBalance(player);
  ids.push(last.depositId);
  const stored = async () =>
    (await house.db.select().from(preparedDeposits).where(eq(preparedDeposits.wallet, player.address))).map(
      ({ id }) => id,
    );
  expect((await stored()).toSorted()).toEqual(ids.slice(4).toSorted());
  await house.testChain.advanceSlots(200);
  await house.watch();
  const { base64 } = await house.testChain.signPrepared(last.wire, player);
  expect(await submitToBalance(player, base64)).toMatchObject({ code: "BET_EXPIRED" });
  await house.testChain.advanceSlots(3_000);
  await house.watch();
  expect(await stored()).toEqual([]);
});

it("LIMITS-41 a payer whose payment did not land is served last for ten minutes, one whose payment landed is not", async () => {
  const shareOf = async (player: KeyPairSigner) =>
    sharesOfPlayers(house)({ wallet: player.address, network: "10.0.0.1" });
  const [good, bad] = [await house.newPlayer(), await house.newPlayer()];
  for (const player of [good, bad]) {
    const { wire } = await preparedToBalance(player);
    const { base64 } = await house.testChain.signPrepared(wire, player);
    isLost = player === bad;
    expect(await submitToBalance(player, base64)).toMatchObject({ ok: true });
  }
  await house.testChain.advanceSlots(2);
  await house.watch();
  expect([(await shareOf(good)).isLast, (await shareOf(bad)).isLast]).toEqual([false, false]);
  await house.testChain.advanceSlots(270);
  await house.watch();
  expect([(await shareOf(good)).isLast, (await shareOf(bad)).isLast]).toEqual([false, true]);
  await house.testChain.advanceSlots(1_510);
  await house.watch();
  expect((await shareOf(bad)).isLast).toBe(false);
  expect(await house.db.select().from(sentPayments)).toEqual([]);
});
