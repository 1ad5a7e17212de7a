import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from "@solana-program/compute-budget";
import {
  appendTransactionMessageInstructions,
  createTransactionMessage,
  decompileTransactionMessage,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionMessageComputeUnitLimit,
  getTransactionMessageComputeUnitPrice,
  getTransactionMessagePriorityFeeLamports,
  setTransactionMessageConfig,
} from "@solana/kit";
import type { TransactionVersion } from "../../../contract/bets/transaction-version.ts";
import { type Lamports, lamports, ZERO } from "../../../domain/lamports.ts";
import { SIGNATURE_FEE } from "../../../domain/wallet-funds.ts";

/** What a transaction offers for a place in a block, in addition to the fee for its signature (rule MONEY-34). */
export interface PriorityBid {
  /** The maximum number of compute units that it may use; it pays for all of them. */
  readonly unitLimit: number;
  /** In micro-lamports, a millionth of a lamport. */
  readonly unitPrice: bigint;
}

export const MICRO_LAMPORTS = 1_000_000n;

/** Lamports, rounded up as the network does. */
export const priorityFee = (bid: PriorityBid | null): Lamports =>
  bid === null
    ? ZERO
    : lamports((bid.unitPrice * BigInt(bid.unitLimit) + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS);

/** What the network grants one instruction of a program that asks for no limit. */
export const UNITS_UNASKED = 200_000;
/** Bytes of accounts that the network grants a legacy or v0 transaction; in v1 nothing is granted unasked. */
const SIZE_UNASKED = 64 * 1024 * 1024;

/**
 * A message that makes the bid. In v1 it is in the configuration; before, in instructions, which come first, because
 * the transfer and the memo are what people look for.
 */
export function messageWithBid(version: TransactionVersion, bid: PriorityBid | null) {
  if (version === 1) {
    const config = {
      computeUnitLimit: bid?.unitLimit ?? UNITS_UNASKED,
      loadedAccountsDataSizeLimit: SIZE_UNASKED,
      ...(bid && { priorityFeeLamports: priorityFee(bid) }),
    };
    return setTransactionMessageConfig(config, createTransactionMessage({ version }));
  }
  const instructions =
    bid === null
      ? []
      : [
          getSetComputeUnitLimitInstruction({ units: bid.unitLimit }),
          getSetComputeUnitPriceInstruction({ microLamports: bid.unitPrice }),
        ];
  return appendTransactionMessageInstructions(instructions, createTransactionMessage({ version }));
}

/** What the network charges for a base64 transaction without lookup tables: one signature and its bid. */
export function networkFeeOf(wire: string): Lamports {
  const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(wire));
  const message = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(messageBytes));
  if (message.version === 1) {
    return lamports(SIGNATURE_FEE + (getTransactionMessagePriorityFeeLamports(message) ?? 0n));
  }
  const unitLimit = getTransactionMessageComputeUnitLimit(message) ?? 0;
  const unitPrice = getTransactionMessageComputeUnitPrice(message) ?? 0n;
  return lamports(SIGNATURE_FEE + priorityFee({ unitLimit, unitPrice }));
}
