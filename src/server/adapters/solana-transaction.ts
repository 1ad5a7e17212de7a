import {
  type CompiledTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from "@solana/kit";
import * as z from "zod";
import { lamports, signedLamports } from "../../domain/lamports.ts";
import type { ChainInstruction, ChainTransaction } from "../foundation/ports.ts";

const base58 = getBase58Decoder();
const base58Encoder = getBase58Encoder();
const base64 = getBase64Encoder();
const transactionDecoder = getTransactionDecoder();
const messageDecoder = getCompiledTransactionMessageDecoder();

/** The chain's error as compact JSON text; null when there was none. */
export const errorText = (error: unknown): string | null =>
  error === null || error === undefined
    ? null
    : JSON.stringify(error, (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value));

const index = z.union([z.int(), z.bigint()]).transform(Number);

/** The parts used of what `getTransaction` answers in base64. */
export const transactionReply = z.object({
  slot: z.bigint(),
  blockTime: z.nullable(z.bigint()),
  transaction: z.tuple([z.string(), z.literal("base64")]),
  meta: z.object({
    err: z.unknown(),
    fee: z.bigint(),
    preBalances: z.array(z.bigint()),
    postBalances: z.array(z.bigint()),
    innerInstructions: z.nullish(
      z.array(
        z.object({
          instructions: z.array(
            z.object({ programIdIndex: index, accounts: z.array(index), data: z.string() }),
          ),
        }),
      ),
    ),
    loadedAddresses: z.optional(z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) })),
  }),
});

/**
 * Decodes a transaction from the node's reply, whatever its version (legacy, 0 or 1): the accounts of lookup tables
 * follow the message's own, in the order that instructions and balances use. Null when reply and bytes disagree.
 */
export function decodeTransaction(reply: z.output<typeof transactionReply>): ChainTransaction | null {
  const { slot, blockTime, meta } = reply;
  const decoded = decodeWire(reply.transaction[0]);
  if (!decoded) return null;
  const loaded = meta.loadedAddresses ?? { writable: [], readonly: [] };
  const accounts = [...decoded.staticAccounts, ...loaded.writable, ...loaded.readonly];
  if (meta.preBalances.length !== accounts.length || meta.postBalances.length !== accounts.length)
    return null;

  const instructions = resolved(decoded.instructions, accounts);
  const inner = (meta.innerInstructions ?? []).flatMap((called) => called.instructions);
  const innerInstructions = resolved(inner.map(decodeInner), accounts);
  if (!instructions || !innerInstructions) return null;
  return {
    signature: decoded.signature,
    slot,
    blockTime: blockTime === null ? null : Number(blockTime) * 1000,
    error: errorText(meta.err),
    fee: lamports(meta.fee),
    accounts,
    balanceChanges: meta.postBalances.map((after, index) =>
      signedLamports(after - (meta.preBalances[index] ?? 0n)),
    ),
    instructions,
    innerInstructions,
  };
}

interface CompiledInstruction {
  readonly programAddressIndex: number;
  readonly accountIndices?: readonly number[];
  readonly data?: ArrayLike<number>;
}

const decodeInner = ({
  programIdIndex,
  accounts,
  data,
}: {
  programIdIndex: number;
  accounts: number[];
  data: string;
}): CompiledInstruction => ({
  programAddressIndex: programIdIndex,
  accountIndices: accounts,
  data: base58Encoder.encode(data),
});

/** Instructions with their account indexes resolved to addresses; null when an index has no address. */
function resolved(
  compiled: readonly CompiledInstruction[],
  accounts: readonly string[],
): readonly ChainInstruction[] | null {
  const instructions: ChainInstruction[] = [];
  for (const { programAddressIndex, accountIndices = [], data = [] } of compiled) {
    const programAddress = accounts[programAddressIndex];
    const named = accountIndices.map((place) => accounts[place]);
    if (programAddress === undefined || !named.every((account) => account !== undefined)) return null;
    instructions.push({ programAddress, accounts: named, data: Uint8Array.from(data) });
  }
  return instructions;
}

function decodeWire(wire: string) {
  try {
    const { messageBytes, signatures } = transactionDecoder.decode(base64.encode(wire));
    const message = messageDecoder.decode(messageBytes);
    const [signature] = Object.values(signatures);
    if (!signature) return null;
    const { staticAccounts } = message;
    return { signature: base58.decode(signature), staticAccounts, instructions: instructionsOf(message) };
  } catch {
    // The bytes are not a transaction: the caller treats the reply as broken.
    return null;
  }
}

/** In version 1 the accounts and data of the instructions follow the headers of all of them. */
function instructionsOf(message: CompiledTransactionMessage): readonly CompiledInstruction[] {
  if (message.version !== 1) return message.instructions;
  return message.instructionHeaders.map(({ programAccountIndex }, index) => ({
    programAddressIndex: programAccountIndex,
    accountIndices: message.instructionPayloads[index]?.instructionAccountIndices ?? [],
    data: message.instructionPayloads[index]?.instructionData ?? [],
  }));
}
