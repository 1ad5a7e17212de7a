import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from "@solana-program/memo";
import { getTransferSolInstruction } from "@solana-program/system";
import {
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import type { Lamports } from "../../domain/lamports.ts";
import { betMemo } from "../../domain/memo.ts";
import type { RecentBlockhash } from "../ports.ts";

/** Anybody may write a memo: only what can be a bet's id goes on, for the database refuses some texts. */
const betId = /^[0-9a-z-]{1,64}$/;

/** The bet that a memo names, or null when it is no bet's memo. */
export function betNamedIn(memo: string): string | null {
  const prefix = betMemo("");
  const named = memo.slice(prefix.length);
  return memo.startsWith(prefix) && betId.test(named) ? named : null;
}

interface BetPayment {
  readonly betId: string;
  readonly wallet: string;
  readonly depositAddress: string;
  readonly stake: Lamports;
  readonly lifetime: RecentBlockhash;
}

/**
 * The transaction that pays for a bet: the player pays the fee and is the only signer; the exact stake to the
 * deposit wallet, then the memo (rule BET-1). `wire` has an empty place for the player's signature.
 *
 * The memo program's third address is used because every cluster and the embedded chain have it.
 */
export function composeBetPayment({ betId, wallet, depositAddress, stake, lifetime }: BetPayment) {
  const player = createNoopSigner(address(wallet));
  const compiled = pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayer(player.address, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        {
          blockhash: lifetime.blockhash as Blockhash,
          lastValidBlockHeight: lifetime.lastValidBlockHeight,
        },
        message,
      ),
    (message) =>
      appendTransactionMessageInstructions(
        [
          getTransferSolInstruction({ source: player, destination: address(depositAddress), amount: stake }),
          getAddMemoInstruction({ memo: betMemo(betId) }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 }),
        ],
        message,
      ),
    compileTransaction,
  );
  return {
    message: Buffer.from(compiled.messageBytes).toString("base64"),
    wire: Buffer.from(getTransactionEncoder().encode(compiled)).toString("base64"),
  };
}

/** The wire form again from stored message bytes, with an empty place for its one signature. */
export const wireOfMessage = (message: string): string =>
  Buffer.concat([Buffer.from([1]), Buffer.alloc(64), Buffer.from(message, "base64")]).toString("base64");
