import {
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type KeyPairSigner,
  signBytes,
} from "@solana/kit";
import { expect, it } from "vitest";
import { openBetting } from "../../../../tests/support/betting.ts";
import {
  memoInstruction,
  priorityInstructions,
  transferInstruction,
} from "../../../../tests/support/chain.ts";
import { sol } from "../../../../tests/support/house.ts";
import { userAccount } from "../../../domain/ledger.ts";
import { prepareDeposit } from "./prepare-deposit.ts";
import { submitBet } from "./submit-bet.ts";
import { submitDeposit } from "./submit-deposit.ts";

const { house, raceId, prepared, confirm, memoOf } = await openBetting();
const versions = ["legacy", 0, 1] as const;

const submit = (player: KeyPairSigner, betId: string, signedTransaction: string) =>
  submitBet(house, { raceId: raceId(), betId, wallet: player.address, signedTransaction });

const messageIn = (wire: string) => {
  const { messageBytes } = getTransactionDecoder().decode(Buffer.from(wire, "base64"));
  return decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(messageBytes));
};

/** No signatures: stands in for the programs with which wallets guard a transaction. */
const guard = () => ({
  programAddress: "Ed25519SigVerify111111111111111111111111111" as KeyPairSigner["address"],
  data: Uint8Array.from([0, 0]),
});

const payment = async (player: KeyPairSigner, betId: string) => [
  transferInstruction(player, house.address.deposit, sol(0.1)),
  memoInstruction(await memoOf(betId)),
];

it.each(versions)("BET-28 a bet is prepared as version %s, submitted and confirmed", async (version) => {
  const player = await house.newPlayer();
  const { betId, wire } = await prepared(player, sol(0.1), 3, version);
  expect(messageIn(wire).version).toBe(version);
  const signed = await house.testChain.signPrepared(wire, player);
  const sent = { ok: true, value: { signature: signed.signature } };
  expect(await submit(player, betId, signed.base64)).toEqual(sent);
  await house.testChain.advanceSlots(2);
  expect(await confirm(player, { betId, ...signed })).toMatchObject({ ok: true });
});

it.each(versions)(
  "BET-7 BET-28 a bet of version %s that nobody confirms is found by the watcher",
  async (version) => {
    const player = await house.newPlayer();
    const { betId, wire } = await prepared(player, sol(0.1), 3, version);
    const signature = await house.testChain.signAndSend(wire, player);
    await house.testChain.advanceSlots(2);
    await house.watch();
    expect(await confirm(player, { betId, signature })).toMatchObject({ ok: true });
  },
);

it.each(versions)("BET-22 BET-28 a deposit of version %s is credited", async (version) => {
  const player = await house.newPlayer();
  const made = await prepareDeposit(house, { wallet: player.address, amount: sol(0.5), version });
  if (!made.ok) throw new Error(made.code);
  expect(messageIn(made.value.wire).version).toBe(version);
  const signed = await house.testChain.signPrepared(made.value.wire, player);
  const submitted = { wallet: player.address, signedTransaction: signed.base64 };
  expect(await submitDeposit(house, submitted)).toMatchObject({ ok: true });
  await house.testChain.advanceSlots(2);
  await house.watch();
  expect(await house.balance(userAccount(player.address))).toBe(sol(0.5));
});

it("BET-1 BET-28 the same bet asked for in the same version is the same transaction, in another a new one", async () => {
  const player = await house.newPlayer();
  const made = [];
  for (const version of versions) {
    const first = await prepared(player, sol(0.1), 3, version);
    expect(await prepared(player, sol(0.1), 3, version)).toEqual(first);
    made.push(first.betId);
  }
  expect(new Set(made).size).toBe(3);
});

it.each([
  [0, "legacy"],
  [0, 1],
  [1, 0],
  [1, "legacy"],
  ["legacy", 1],
] as const)(
  "BET-2 BET-28 a payment prepared as version %s and signed as version %s counts, once",
  async (version, made) => {
    const player = await house.newPlayer();
    const { betId, wire } = await prepared(player, sol(0.1), 3, version);
    const other = await house.testChain.sign(player, await payment(player, betId), made);
    const sent = { ok: true, value: { signature: other.signature } };
    expect(await submit(player, betId, other.base64)).toEqual(sent);
    const asPrepared = await house.testChain.signPrepared(wire, player);
    expect(await submit(player, betId, asPrepared.base64)).toEqual(sent);
    await house.testChain.advanceSlots(2);
    expect(await confirm(player, { betId, ...other })).toMatchObject({ ok: true });

    // Sent past the server, the other one is a payment of its own, and is credited.
    await house.testChain.chain.send(asPrepared.wire);
    await house.testChain.advanceSlots(2);
    await house.watch();
    expect(await house.balance(userAccount(player.address))).toBe(sol(0.1));
  },
);

it("BET-2 BET-28 a bet of version 1 counts with the configuration and the guards that wallets add", async () => {
  const player = await house.newPlayer();
  const { betId } = await prepared(player, sol(0.1), 3, 1);
  const instructions = [
    ...priorityInstructions(50_000, 1_000_000n),
    guard(),
    ...(await payment(player, betId)),
    guard(),
  ];
  const config = {
    computeUnitLimit: 300_000,
    loadedAccountsDataSizeLimit: 2_000_000,
    heapSize: 64 * 1024,
    priorityFeeLamports: 12_345n,
  };
  const signed = await house.testChain.sign(player, instructions, 1, config);
  expect(await submit(player, betId, signed.base64)).toMatchObject({ ok: true });
  await house.testChain.advanceSlots(2);
  // Compute-budget instructions do nothing in version 1.
  expect(await house.chain.transaction(signed.signature)).toMatchObject({ error: null, fee: 17_345n });
  expect(await confirm(player, { betId, ...signed })).toMatchObject({ ok: true });
});

it("LIMITS-42 BET-28 a payment whose configuration offers more than its payer holds is not sent", async () => {
  const player = await house.newPlayer();
  const { betId } = await prepared(player, sol(0.1), 3, 1);
  const instructions = await payment(player, betId);
  const config = {
    computeUnitLimit: 200_000,
    loadedAccountsDataSizeLimit: 1_000_000,
    priorityFeeLamports: sol(1_000_000),
  };
  const { base64 } = await house.testChain.sign(player, instructions, 1, config);
  expect(await submit(player, betId, base64)).toMatchObject({ code: "INSUFFICIENT_BALANCE" });
});

it.each(versions)(
  "LIMITS-42 BET-28 a version %s transaction that moves more, or says more, is not sent",
  async (version) => {
    const player = await house.newPlayer();
    const { betId } = await prepared(player, sol(0.1), 3, version);
    const instructions = await payment(player, betId);
    const more = await house.testChain.sign(
      player,
      [...instructions, transferInstruction(player, house.address.hot, 1n)],
      version,
    );
    expect(await submit(player, betId, more.base64)).toMatchObject({ code: "TRANSACTION_NOT_YOURS" });

    const { wire } = await house.testChain.sign(player, instructions, version);
    const message = version === 1 ? wire.slice(0, -64) : wire.slice(65);
    const longer = Uint8Array.from([...message, 0]);
    const signature = await signBytes(player.keyPair.privateKey, longer);
    const parts = version === 1 ? [longer, signature] : [Uint8Array.from([1]), signature, longer];
    const signed = Buffer.concat(parts).toString("base64");
    expect(await submit(player, betId, signed)).toMatchObject({ code: "TRANSACTION_NOT_YOURS" });
  },
);

it("LIMITS-42 BET-28 a version 1 transaction with a configuration that is not known is not sent", async () => {
  const player = await house.newPlayer();
  const { betId } = await prepared(player, sol(0.1), 3, 1);
  const instructions = await payment(player, betId);
  const { wire } = await house.testChain.sign(player, instructions, 1);
  const unknownBit = wire.slice(0, -64);
  unknownBit[4]! |= 0x20;
  const signature = await signBytes(player.keyPair.privateKey, unknownBit);
  const resigned = Buffer.concat([unknownBit, signature]).toString("base64");
  expect(await submit(player, betId, resigned)).toMatchObject({ code: "TRANSACTION_NOT_YOURS" });
});

it.each([[[2]], [[2, 1]], [[3, 1]], [[2, 1, 2, 3, 4, 5]], [[2, 255, 255, 255, 255]]])(
  "LIMITS-42 a payment to which a wallet adds a budget of the bytes %j is no fault of the server",
  async (bytes) => {
    const player = await house.newPlayer();
    const { betId } = await prepared(player);
    const [budget] = priorityInstructions(1, 1n);
    const instructions = [{ ...budget!, data: Uint8Array.from(bytes) }, ...(await payment(player, betId))];
    const { base64 } = await house.testChain.sign(player, instructions);
    expect(await submit(player, betId, base64)).toHaveProperty("ok");
  },
);
