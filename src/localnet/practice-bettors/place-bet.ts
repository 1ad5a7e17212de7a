import {
  type KeyPairSigner,
  getBase64Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
} from "@solana/kit";
import { api } from "../../contract/api.ts";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import type { Lamports } from "../../domain/lamports.ts";
import { type Result, ok } from "../../domain/result.ts";
import type { GameClient } from "./game-client.ts";

interface Bet {
  readonly raceId: string;
  readonly horseId: number;
  readonly amount: Lamports;
}

/** Waits; resolves immediately when the bettor should stop. */
export type Pause = (ms: number) => Promise<void>;

const ASK_AGAIN_MS = 500;
const ATTEMPTS = 40;
/** Another attempt may succeed: the call is safe to repeat. */
const passing: readonly RefusalCode[] = ["UNAVAILABLE", "CHAIN_UNAVAILABLE", "RATE_LIMITED", "NOT_FINAL_YET"];

/** Prepares, signs, submits and confirms one bet, as a wallet's page does. */
export async function placeBet(
  game: GameClient,
  key: KeyPairSigner,
  { raceId, horseId, amount }: Bet,
  pause: Pause,
): Promise<Result<undefined, RefusalCode>> {
  const params = { id: raceId };
  const walletAddress = key.address;
  const prepared = await game.call(api.prepareBet, { params, body: { walletAddress, horseId, amount } });
  if (!prepared.ok) return prepared;
  const { betId, serializedTransaction } = prepared.value;
  if (serializedTransaction === null) return ok();

  const signedTransaction = await signed(serializedTransaction, key);
  const submitted = await persist(pause, () =>
    game.call(api.submitBet, { params, body: { betId, signedTransaction, walletAddress } }),
  );
  if (!submitted.ok) return submitted;
  const txSignature = submitted.value.signature;
  const confirmed = await persist(pause, () =>
    game.call(api.confirmBet, { params, body: { betId, walletAddress, horseId, txSignature } }),
  );
  return confirmed.ok ? ok() : confirmed;
}

/** Repeats a call while its refusal is a transient one. */
async function persist<T>(pause: Pause, call: () => Promise<Result<T, RefusalCode>>) {
  for (let attempt = 1; ; attempt++) {
    const answer = await call();
    if (answer.ok || attempt === ATTEMPTS || !passing.includes(answer.code)) return answer;
    await pause(ASK_AGAIN_MS);
  }
}

async function signed(unsigned: string, key: KeyPairSigner): Promise<string> {
  const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(unsigned));
  const complete = await partiallySignTransaction([key.keyPair], transaction);
  return Buffer.from(getTransactionEncoder().encode(complete)).toString("base64");
}
