import {
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
  parseSetComputeUnitLimitInstruction,
  parseSetComputeUnitPriceInstruction,
} from "@solana-program/compute-budget";
import { getBase64Encoder, getCompiledTransactionMessageDecoder, getTransactionDecoder } from "@solana/kit";
import { type Lamports, lamports, ZERO } from "../../domain/lamports.ts";
import { SIGNATURE_FEE } from "../../domain/wallet-funds.ts";

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

/** The instructions that make the bid. They come first, because the transfer and the memo are what people look for. */
export const bidInstructions = (bid: PriorityBid | null) =>
  bid === null
    ? []
    : [
        getSetComputeUnitLimitInstruction({ units: bid.unitLimit }),
        getSetComputeUnitPriceInstruction({ microLamports: bid.unitPrice }),
      ];

const LIMIT = 2;
const PRICE = 3;

/** What the network charges for a base64 transaction built by the house: one signature and its bid. */
export function networkFeeOf(wire: string): Lamports {
  const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(wire));
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (!("instructions" in message)) throw new Error("a transaction of a version that is not ours");
  let unitLimit = 0;
  let unitPrice = 0n;
  for (const { programAddressIndex, data = new Uint8Array() } of message.instructions) {
    if (message.staticAccounts[programAddressIndex] !== COMPUTE_BUDGET_PROGRAM_ADDRESS) continue;
    const instruction = { programAddress: COMPUTE_BUDGET_PROGRAM_ADDRESS, data: Uint8Array.from(data) };
    if (data[0] === LIMIT) unitLimit = parseSetComputeUnitLimitInstruction(instruction).data.units;
    if (data[0] === PRICE) unitPrice = parseSetComputeUnitPriceInstruction(instruction).data.microLamports;
  }
  return lamports(SIGNATURE_FEE + priorityFee({ unitLimit, unitPrice }));
}
