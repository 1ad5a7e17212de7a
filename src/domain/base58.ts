const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const VALUES: ReadonlyMap<string, number> = new Map(Array.from(ALPHABET, (digit, value) => [digit, value]));

/** Writes bytes in base58 with the Bitcoin alphabet, as Solana writes keys, signatures and blockhashes. */
export function encodeBase58(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes) number = number * 256n + BigInt(byte);
  let text = "";
  while (number > 0n) {
    text = ALPHABET.charAt(Number(number % 58n)) + text;
    number /= 58n;
  }
  return "1".repeat(leading(bytes, 0)) + text;
}

/** Reads base58; null when a character is outside the alphabet. */
export function decodeBase58(text: string): Uint8Array | null {
  let number = 0n;
  for (const digit of text) {
    const value = VALUES.get(digit);
    if (value === undefined) return null;
    number = number * 58n + BigInt(value);
  }
  const bytes: number[] = [];
  while (number > 0n) {
    bytes.push(Number(number % 256n));
    number /= 256n;
  }
  return Uint8Array.from([...Array<number>(leading(text, "1")).fill(0), ...bytes.toReversed()]);
}

/** How many items at the front equal `item`. */
function leading<T>(items: Iterable<T>, item: T): number {
  let count = 0;
  for (const each of items) {
    if (each !== item) break;
    count += 1;
  }
  return count;
}
