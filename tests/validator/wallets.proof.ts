import {
  ComputeBudgetProgram,
  PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { afterAll, expect, it } from "vitest";
import { drilledPlayer } from "../drills/kill/bettors.ts";
import { join } from "../drills/kill/enter.ts";
import type { Playing } from "../drills/kill/run-drill.ts";
import type { Player } from "../support/player.ts";
import { until } from "../support/until.ts";
import { playOn } from "./play-on.ts";
import { type Configuration, readVersion1, signedVersion1, version1Message } from "../support/version-1.ts";
import { startValidator } from "./validator-process.ts";

const validator = await startValidator();
afterAll(() => validator.stop());

type Form = "legacy" | 0 | 1;

interface Wallet {
  readonly name: string;
  readonly form: Form;
  readonly before: () => readonly TransactionInstruction[];
  readonly after: () => readonly TransactionInstruction[];
  /** Of version 1. */
  readonly configuration?: Configuration;
}

const none = () => [];
const budget = () => [
  ComputeBudgetProgram.setComputeUnitLimit({ units: 60_000 }),
  ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 20_000 }),
];
/** Stands in for the programs with which wallets guard a transaction, which a new ledger does not have: no signatures. */
const guard = () => [
  {
    programId: new PublicKey("Ed25519SigVerify111111111111111111111111111"),
    keys: [],
    data: Buffer.from([0, 0]),
  },
];
const configured = { units: 70_000, size: 2_000_000, heap: 65_536, fee: 1_200n };

const wallets: readonly Wallet[] = (["legacy", 0, 1] as const).flatMap((form) => {
  const ofVersion1 = form === 1 ? { configuration: configured } : {};
  return [
    { name: `${form}`, form, before: none, after: none },
    { name: `${form}-budget`, form, before: budget, after: none, ...ofVersion1 },
    { name: `${form}-guard`, form, before: budget, after: guard, ...ofVersion1 },
  ];
});

/** Asks for a transaction in the wallet's form, and signs it as such a wallet does. */
async function betAs(player: Player, wallet: Wallet, raceId: string, horseId: number) {
  const { form, before, after, configuration } = wallet;
  const asked = await player.prepareCall(raceId, { horseId, amount: 0.5, version: form });
  expect({ form, status: asked.status, text: asked.text }).toMatchObject({ status: 201 });
  const { betId, serializedTransaction } = asked.body;
  const prepared =
    form === 1
      ? readVersion1(serializedTransaction)
      : TransactionMessage.decompile(
          VersionedTransaction.deserialize(Buffer.from(serializedTransaction, "base64")).message,
        );
  const message = new TransactionMessage({
    payerKey: player.key,
    recentBlockhash: prepared.recentBlockhash,
    instructions: [...before(), ...prepared.instructions, ...after()],
  });
  const composed = new VersionedTransaction(
    form === 0 ? message.compileToV0Message() : message.compileToLegacyMessage(),
  );
  const asPrepared = Buffer.from(serializedTransaction, "base64").subarray(0, -64);
  const signed =
    form === 1
      ? signedVersion1(player, configuration ? version1Message(composed, configuration) : asPrepared)
      : player.signTransaction(composed);
  const { status, text, body } = await player.submitCall(raceId, betId, signed);
  expect({ form, status, text }).toMatchObject({ status: 200 });
  return player.confirm({ raceId, horseId, amountSol: 0.5, betId, signature: body.signature });
}

async function betAsAll({ fixture, race }: Playing) {
  const players = await Promise.all(
    wallets.map(async (wallet, index) => {
      const player = drilledPlayer(fixture, 60 + index);
      await join(player, `w-${wallet.name}`);
      return { player, wallet };
    }),
  );
  const full = race()?.id;
  const open = await until("a further race", async () => {
    const now = race();
    return now && now.id !== full && now.status === "countdown" && now;
  });
  const answers = await Promise.all(
    players.map(({ player, wallet }, index) =>
      betAs(player, wallet, open.id, open.horses[index % open.horses.length]?.id ?? 1),
    ),
  );
  expect(answers.map(({ status, body }) => ({ status, code: body.code }))).toEqual(
    wallets.map(() => ({ status: 200, code: undefined })),
  );
}

it("BET-2 BET-28 on a validator: bets of wallets that sign legacy, version 0 or version 1 transactions with added instructions count", async () => {
  const { problems } = await playOn(validator.url, { seed: "validator wallets", meanwhile: betAsAll });
  expect(problems).toEqual([]);
});
