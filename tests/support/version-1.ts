/**
 * Transactions of version 1 (SIMD-0385), written and read byte by byte: web3.js knows none, and the product's own
 * library must not judge itself.
 */
import {
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  type VersionedTransaction,
} from "@solana/web3.js";
import { base64, type BrowserSession } from "./browser-session.ts";

export interface Configuration {
  /** Lamports in all. */
  readonly fee?: bigint;
  /** Compute units. */
  readonly units?: number;
  /** Bytes of the accounts that are loaded. */
  readonly size?: number;
  /** Bytes. */
  readonly heap?: number;
}

const VERSION = 0x81;
const SUFFICIENT: Configuration = { units: 200_000, size: 1_000_000 };

function bytesOf(value: bigint | number | undefined, length: number): Buffer {
  if (value === undefined) return Buffer.alloc(0);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes.subarray(0, length);
}

/** The message of a transaction in version 1; what its instructions say of compute budgets has no effect there. */
export function version1Message({ message }: VersionedTransaction, config = SUFFICIENT): Buffer {
  const { fee, units, size, heap } = config;
  const { header, staticAccountKeys, recentBlockhash, compiledInstructions } = message;
  const mask =
    (fee === undefined ? 0 : 3) +
    (units === undefined ? 0 : 4) +
    (size === undefined ? 0 : 8) +
    (heap === undefined ? 0 : 16);
  return Buffer.concat([
    Buffer.from([
      VERSION,
      header.numRequiredSignatures,
      header.numReadonlySignedAccounts,
      header.numReadonlyUnsignedAccounts,
    ]),
    bytesOf(mask, 4),
    new PublicKey(recentBlockhash).toBuffer(),
    Buffer.from([compiledInstructions.length, staticAccountKeys.length]),
    ...staticAccountKeys.map((key) => key.toBuffer()),
    bytesOf(fee, 8),
    ...[units, size, heap].map((value) => bytesOf(value, 4)),
    ...compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) =>
      Buffer.concat([Buffer.from([programIdIndex, accountKeyIndexes.length]), bytesOf(data.length, 2)]),
    ),
    ...compiledInstructions.flatMap(({ accountKeyIndexes, data }) => [Buffer.from(accountKeyIndexes), data]),
  ]);
}

/** Any message with the wallet's signature behind it, base64. */
export const signedVersion1 = ({ wallet }: BrowserSession, message: Uint8Array): string =>
  base64(Buffer.concat([message, wallet.sign(message)]));

/** What a transaction of version 1 with one signer, base64, does, for the library to compose anew. */
export function readVersion1(wire: string): TransactionMessage {
  const bytes = Buffer.from(wire, "base64");
  const [version, signers = 0, readonlySigners = 0, readonlyOthers = 0] = bytes;
  if (version !== VERSION || signers !== 1) throw new Error("not a transaction of version 1 with one signer");
  const mask = bytes.readUInt32LE(4);
  const [instructionCount = 0, accountCount = 0] = bytes.subarray(40);
  const keys = Array.from(
    { length: accountCount },
    (_, index) => new PublicKey(bytes.subarray(42 + 32 * index, 74 + 32 * index)),
  );
  const configured = [mask & 1, mask & 2, mask & 4, mask & 8, mask & 16].filter((bit) => bit !== 0).length;
  const headers = 42 + 32 * accountCount + 4 * configured;
  let payload = headers + 4 * instructionCount;
  const take = (length: number) => bytes.subarray(payload, (payload += length));
  const instructions = Array.from({ length: instructionCount }, (_, index) => {
    const [program = 0, accounts = 0] = bytes.subarray(headers + 4 * index);
    const keysOfIt = [...take(accounts)].map((at) => ({
      pubkey: keys[at]!,
      isSigner: at < signers,
      isWritable: at < signers ? at < signers - readonlySigners : at < accountCount - readonlyOthers,
    }));
    const data = Buffer.from(take(bytes.readUInt16LE(headers + 4 * index + 2)));
    return new TransactionInstruction({ programId: keys[program]!, keys: keysOfIt, data });
  });
  const recentBlockhash = new PublicKey(bytes.subarray(8, 40)).toBase58();
  return new TransactionMessage({ payerKey: keys[0]!, recentBlockhash, instructions });
}
