import { userAccount } from "../../../domain/ledger.ts";
import type { KeyPairSigner } from "@solana/kit";
import { expect, it } from "vitest";
import { openBetting } from "../../../../tests/support/betting.ts";
import {
  memoInstruction,
  priorityInstructions,
  transferInstruction,
} from "../../../../tests/support/chain.ts";
import { sol } from "../../../../tests/support/house.ts";
import { submitBet } from "./submit-bet.ts";

const { house, raceId, prepared, confirm, memoOf } = await openBetting();

const submit = (player: KeyPairSigner, betId: string, signedTransaction: string) =>
  submitBet(house, { raceId: raceId(), betId, wallet: player.address, signedTransaction });

it("BET-2 broadcasts the prepared transaction, and the same payment with what wallets add", async () => {
  const player = await house.newPlayer();
  const { betId, wire } = await prepared(player);
  const signed = await house.testChain.signPrepared(wire, player);
  expect(await submit(player, betId, signed.base64)).toMatchObject({
    value: { signature: signed.signature },
  });

  const other = await house.newPlayer();
  const otherBet = await prepared(other);
  const withPriority = await house.testChain.sign(other, [
    ...priorityInstructions(50_000, 1_000n),
    transferInstruction(other, house.address.deposit, sol(0.1)),
    memoInstruction(await memoOf(otherBet.betId)),
  ]);
  expect(await submit(other, otherBet.betId, withPriority.base64)).toMatchObject({ ok: true });
  await house.testChain.advanceSlots(2);
  expect(await confirm(player, { betId, ...signed })).toMatchObject({ ok: true });
  expect(await confirm(other, { betId: otherBet.betId, ...withPriority })).toMatchObject({ ok: true });
});

it("BET-2 refuses another transaction, another signer, and bytes that are none", async () => {
  const player = await house.newPlayer();
  const thief = await house.newPlayer();
  const { betId, wire } = await prepared(player);
  const cheaper = await house.testChain.sign(player, [
    transferInstruction(player, house.address.deposit, sol(0.05)),
    memoInstruction(await memoOf(betId)),
  ]);
  expect(await submit(player, betId, cheaper.base64)).toMatchObject({ code: "TRANSACTION_NOT_YOURS" });
  const byThief = await house.testChain.sign(thief, [
    transferInstruction(thief, house.address.deposit, sol(0.1)),
    memoInstruction(await memoOf(betId)),
  ]);
  expect(await submit(player, betId, byThief.base64)).toMatchObject({ code: "TRANSACTION_INVALID" });
  expect(await submit(player, betId, wire)).toMatchObject({ code: "TRANSACTION_INVALID" });
  expect(await submit(player, betId, "AAAA")).toMatchObject({ code: "TRANSACTION_INVALID" });
  const signed = await house.testChain.signPrepared(wire, player);
  const tampered = Buffer.from(signed.wire);
  tampered[5]! ^= 1;
  expect(await submit(player, betId, tampered.toString("base64"))).toMatchObject({
    code: "TRANSACTION_INVALID",
  });
  expect(await submit(thief, betId, signed.base64)).toMatchObject({ code: "BET_NOT_FOUND" });
});

it("BET-2 LIMITS-42 a bet that was paid is not sent once more, however the payment is signed", async () => {
  const player = await house.newPlayer();
  const { betId, wire } = await prepared(player);
  const byOther = await house.testChain.sign(player, [
    ...priorityInstructions(50_000, 1_000n),
    transferInstruction(player, house.address.deposit, sol(0.1)),
    memoInstruction(await memoOf(betId)),
  ]);
  // Its wallet sent it itself.
  const signature = await house.testChain.signAndSend(wire, player);
  await house.testChain.advanceSlots(2);
  expect(await confirm(player, { betId, signature })).toMatchObject({ ok: true });
  expect(await submit(player, betId, byOther.base64)).toEqual({ ok: true, value: { signature } });
  await house.testChain.advanceSlots(200);
  await house.watch();
  expect(await submit(player, betId, byOther.base64)).toEqual({ ok: true, value: { signature } });
  expect(await house.balance(userAccount(player.address))).toBe(0n);
});
