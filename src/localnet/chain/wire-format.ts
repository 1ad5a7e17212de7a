/** Why bytes are not a transaction, or null when they are one. */
export type FormatFault = "format" | "sanitize" | "version";

/** The first byte of a version 1 transaction: that of its message, which its signatures follow. */
export const VERSION_1 = 0x81;

/**
 * Checks every length, count and index of a legacy, v0 or v1 transaction, to the last byte. LiteSVM ends the whole
 * process on bytes that it cannot read, so only what passes here may reach it.
 */
export function formatFault(wire: Uint8Array): FormatFault | null {
  try {
    return wire[0] === VERSION_1 ? version1Fault(new Cursor(wire)) : earlierFault(new Cursor(wire));
  } catch (error) {
    if (error instanceof Malformed) return "format";
    throw error;
  }
}

function earlierFault(bytes: Cursor): FormatFault | null {
  const signatures = bytes.length();
  bytes.skip(64 * signatures);
  const first = bytes.byte();
  const isVersioned = first >= 0x80;
  if (isVersioned && first !== 0x80) return "version";
  const signers = isVersioned ? bytes.byte() : first;
  const readonlySigners = bytes.byte();
  const readonlyOthers = bytes.byte();
  const statics = bytes.length();
  bytes.skip(32 * statics + 32);

  const programs: number[] = [];
  let highestAccount = 0;
  for (let left = bytes.length(); left > 0; left--) {
    programs.push(bytes.byte());
    for (const index of bytes.list()) highestAccount = Math.max(highestAccount, index);
    bytes.list();
  }
  let accounts = statics;
  let hasEmptyLookup = false;
  for (let left = isVersioned ? bytes.length() : 0; left > 0; left--) {
    bytes.skip(32);
    const loaded = bytes.list().length + bytes.list().length;
    accounts += loaded;
    hasEmptyLookup ||= loaded === 0;
  }
  if (!bytes.isAtEnd()) return "format";

  const isSane =
    signatures === signers &&
    readonlySigners < signers &&
    signers + readonlyOthers <= statics &&
    accounts <= 256 &&
    highestAccount < accounts &&
    !hasEmptyLookup &&
    programs.every((program) => program > 0 && program < statics);
  return isSane ? null : "sanitize";
}

const MAX_SIGNERS = 12;
const MAX_ACCOUNTS = 64;
const MAX_INSTRUCTIONS = 64;

/** Bits of the configuration: which of its values follow the accounts, in this order. */
const PRIORITY_FEE = 0b11;
const UNIT_LIMIT = 0b100;
const SIZE_LIMIT = 0b1000;
const HEAP_SIZE = 0b10000;
const ALL_BITS = 0b11111;

const HEAP_UNIT = 1024;
const MIN_HEAP = 32 * HEAP_UNIT;
const MAX_HEAP = 256 * HEAP_UNIT;

function version1Fault(bytes: Cursor): FormatFault | null {
  bytes.skip(1);
  const signers = bytes.byte();
  const readonlySigners = bytes.byte();
  const readonlyOthers = bytes.byte();
  const mask = bytes.number(4);
  const fee = mask & PRIORITY_FEE;
  if (mask > ALL_BITS || (fee !== 0 && fee !== PRIORITY_FEE)) return "format";
  bytes.skip(32);
  const instructions = bytes.byte();
  const accounts = bytes.byte();
  const addresses = Array.from({ length: accounts }, () => bytes.take(32).join(" "));
  if (fee !== 0) bytes.skip(8);
  for (const bit of [UNIT_LIMIT, SIZE_LIMIT]) if ((mask & bit) !== 0) bytes.skip(4);
  const heap = (mask & HEAP_SIZE) === 0 ? MIN_HEAP : bytes.number(4);

  const headers = Array.from({ length: instructions }, () => ({
    program: bytes.byte(),
    accounts: bytes.byte(),
    data: bytes.number(2),
  }));
  let highestAccount = 0;
  for (const header of headers) {
    for (const index of bytes.take(header.accounts)) highestAccount = Math.max(highestAccount, index);
    bytes.skip(header.data);
  }
  bytes.skip(64 * signers);

  const isSane =
    signers <= MAX_SIGNERS &&
    readonlySigners < signers &&
    signers + readonlyOthers <= accounts &&
    accounts <= MAX_ACCOUNTS &&
    new Set(addresses).size === accounts &&
    instructions <= MAX_INSTRUCTIONS &&
    highestAccount < accounts &&
    heap % HEAP_UNIT === 0 &&
    heap >= MIN_HEAP &&
    heap <= MAX_HEAP &&
    headers.every(({ program }) => program > 0 && program < accounts);
  if (!isSane) return "sanitize";
  return bytes.isAtEnd() ? null : "format";
}

class Malformed extends Error {}

/** Reads forward; anything beyond the end, or a length not in its shortest form, is malformed. */
class Cursor {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw new Malformed();
    this.#at += 1;
    return value;
  }

  skip(count: number): void {
    this.#at += count;
    if (this.#at > this.#bytes.length) throw new Malformed();
  }

  take(count: number): Uint8Array {
    const from = this.#at;
    this.skip(count);
    return this.#bytes.subarray(from, from + count);
  }

  /** An unsigned integer of so many bytes, low ones first. */
  number(count: number): number {
    return this.take(count).reduceRight((higher, byte) => higher * 256 + byte, 0);
  }

  /** Solana's compact-u16: seven bits per byte, low ones first. */
  length(): number {
    let value = 0;
    for (let place = 0; place < 3; place++) {
      const byte = this.byte();
      if (byte === 0 && place > 0) throw new Malformed();
      value |= (byte & 0x7f) << (7 * place);
      if (byte < 0x80) {
        if (value > 0xffff) throw new Malformed();
        return value;
      }
    }
    throw new Malformed();
  }

  list(): Uint8Array {
    return this.take(this.length());
  }

  isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }
}
