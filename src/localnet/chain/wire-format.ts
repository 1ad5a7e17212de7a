/** Why bytes are not a transaction, or null when they are one. */
export type FormatFault = "format" | "sanitize" | "version";

/**
 * Checks every length, count and index of a legacy or v0 transaction, to the last byte. LiteSVM ends the whole process
 * on bytes that it cannot read, so only what passes here may reach it.
 */
export function formatFault(wire: Uint8Array): FormatFault | null {
  try {
    return readAll(new Cursor(wire));
  } catch (error) {
    if (error instanceof Malformed) return "format";
    throw error;
  }
}

function readAll(bytes: Cursor): FormatFault | null {
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
    const count = this.length();
    const from = this.#at;
    this.skip(count);
    return this.#bytes.subarray(from, from + count);
  }

  isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }
}
