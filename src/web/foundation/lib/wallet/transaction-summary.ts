import { lamports, type Lamports } from "../../../../domain/lamports.ts";
import { encodeBase58 } from "../../../../domain/base58.ts";

const SYSTEM_PROGRAM = "11111111111111111111111111111111";
const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
const SYSTEM_TRANSFER = 2;

export type InstructionSummary =
  | { readonly kind: "transfer"; readonly from: string; readonly to: string; readonly amount: Lamports }
  | { readonly kind: "memo"; readonly text: string }
  | { readonly kind: "other"; readonly program: string };

export interface TransactionSummary {
  readonly feePayer: string;
  readonly instructions: readonly InstructionSummary[];
}

/** Where the message and the signature slots are inside a transaction's bytes. */
export interface TransactionLayout {
  readonly signatureCount: number;
  readonly signaturesAt: number;
  readonly message: Uint8Array<ArrayBuffer>;
  /** Keys named in the message itself, in order; the first `signatureCount` of them sign. */
  readonly keys: readonly string[];
}

class Reader {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  at: number;

  constructor(bytes: Uint8Array<ArrayBuffer>, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const value = this.#bytes[this.at];
    if (value === undefined) throw new RangeError("The transaction ends too early.");
    this.at += 1;
    return value;
  }

  /** Solana's compact-u16: seven bits per byte, least significant first. */
  count(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new RangeError("A count in the transaction is too long.");
  }

  take(length: number): Uint8Array<ArrayBuffer> {
    if (this.at + length > this.#bytes.length) throw new RangeError("The transaction ends too early.");
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
}

/** Finds the parts of a serialized transaction, legacy or version 0. Throws when the bytes are not one. */
export function readLayout(wire: Uint8Array<ArrayBuffer>): TransactionLayout {
  const reader = new Reader(wire);
  const signatureCount = reader.count();
  const signaturesAt = reader.at;
  reader.take(64 * signatureCount);
  const message = wire.subarray(reader.at);
  return { signatureCount, signaturesAt, message, keys: readKeys(new Reader(message)) };
}

function readKeys(reader: Reader): string[] {
  // The first byte is a version if its top bit is set, otherwise the first of the header's three counts.
  if (reader.byte() >= 128) reader.byte();
  reader.take(2);
  return Array.from({ length: reader.count() }, () => encodeBase58(reader.take(32)));
}

/** What a transaction does, for the person who is asked to sign it. */
export function summarize(wire: Uint8Array<ArrayBuffer>): TransactionSummary {
  const { message } = readLayout(wire);
  const reader = new Reader(message);
  const keys = readKeys(reader);
  reader.take(32);
  const instructions = Array.from({ length: reader.count() }, (): InstructionSummary => {
    const program = keys[reader.byte()] ?? "unknown program";
    const accounts = Array.from(reader.take(reader.count()), (index) => keys[index] ?? "unknown account");
    return summarizeInstruction(program, accounts, reader.take(reader.count()));
  });
  return { feePayer: keys[0] ?? "unknown account", instructions };
}

function summarizeInstruction(
  program: string,
  accounts: readonly string[],
  data: Uint8Array,
): InstructionSummary {
  if (program === MEMO_PROGRAM) return { kind: "memo", text: new TextDecoder().decode(data) };
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [from, to] = accounts;
  const isTransfer =
    program === SYSTEM_PROGRAM && data.length === 12 && view.getUint32(0, true) === SYSTEM_TRANSFER;
  if (isTransfer && from !== undefined && to !== undefined)
    return { kind: "transfer", from, to, amount: lamports(view.getBigUint64(4, true)) };
  return { kind: "other", program };
}
