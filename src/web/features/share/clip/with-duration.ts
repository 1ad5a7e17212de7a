/** Identifiers of EBML elements: the segment's Info, and the Duration in it. */
const INFO = [0x15, 0x49, 0xa9, 0x66];
const DURATION = [0x44, 0x89];

/**
 * A WebM file with its length in the header, which a recorder leaves out because it writes the header first: without it
 * players show no length. Its clock ticks in milliseconds. The file is returned as it is where it looks different.
 */
export function withDuration(file: Uint8Array<ArrayBuffer>, durationMs: number): Uint8Array<ArrayBuffer> {
  const at = file.findIndex((_, index) => INFO.every((byte, offset) => file[index + offset] === byte));
  const size = at === -1 ? null : readSize(file, at + INFO.length);
  if (size === null) return file;
  const content = at + INFO.length + size.bytes;
  const info = file.subarray(content, content + size.value);
  if (info.some((byte, index) => byte === DURATION[0] && info[index + 1] === DURATION[1])) return file;
  const element = new Uint8Array(11);
  element.set([...DURATION, 0x88]);
  new DataView(element.buffer).setFloat64(3, durationMs);
  const longer = writeSize(size.value + element.length);
  const parts = [file.subarray(0, at + INFO.length), longer, element, file.subarray(content)];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Leading zeros of the first byte say how many bytes follow. */
function readSize(file: Uint8Array, at: number): { readonly value: number; readonly bytes: number } | null {
  const first = file[at];
  if (first === undefined || first === 0) return null;
  const bytes = Math.clz32(first) - 23;
  let value = first & (0xff >> bytes);
  for (let next = 1; next < bytes; next += 1) value = value * 256 + (file[at + next] ?? 0);
  return { value, bytes };
}

/** In four bytes. */
const writeSize = (value: number): Uint8Array =>
  new Uint8Array([0x10 | (value >> 24), (value >> 16) & 255, (value >> 8) & 255, value & 255]);
