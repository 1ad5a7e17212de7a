import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from "@solana-program/memo";
import { getTransferSolInstruction } from "@solana-program/system";
import {
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  getBase64Encoder,
  getTransactionDecoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import type { Lamports } from "../../../domain/lamports.ts";
import type { RecentBlockhash } from "../ports.ts";
import type { TransactionVersion } from "../../../contract/bets/transaction-version.ts";
import { messageWithBid, type PriorityBid } from "./priority-fee.ts";

interface TransactionTerms {
  /** Pays the fee and is the only signer. */
  readonly source: string;
  /** Null for only a memo. */
  readonly transfer: { readonly destination: string; readonly lamports: Lamports } | null;
  readonly memo: string;
  readonly lifetime: RecentBlockhash;
  /** Null for no bid. */
  readonly bid: PriorityBid | null;
  /** 0 if absent. */
  readonly version?: TransactionVersion | undefined;
}

/**
 * The unsigned transaction of a bet or a payment: its bid, at most one transfer, then the memo. The memo program's
 * third address is used because every cluster and the embedded chain have it.
 */
export function composeTransaction({ source, transfer, memo, lifetime, bid, version = 0 }: TransactionTerms) {
  const payer = createNoopSigner(address(source));
  const transfers = transfer
    ? [
        getTransferSolInstruction({
          source: payer,
          destination: address(transfer.destination),
          amount: transfer.lamports,
        }),
      ]
    : [];
  const written = getAddMemoInstruction({ memo }, { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 });
  const { lastValidBlockHeight } = lifetime;
  const blockhash = lifetime.blockhash as Blockhash;
  return pipe(
    messageWithBid(version, bid),
    (message) => setTransactionMessageFeePayer(payer.address, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight }, message),
    (message) => appendTransactionMessageInstructions([...transfers, written], message),
    compileTransaction,
  );
}

/** The first signer of a base64 transaction: it pays the fee, and its history shows the transaction. */
export function signerOf(wire: string): string {
  const { signatures } = getTransactionDecoder().decode(getBase64Encoder().encode(wire));
  const [signer] = Object.keys(signatures);
  if (signer === undefined) throw new Error("a transaction without a signer");
  return signer;
}
