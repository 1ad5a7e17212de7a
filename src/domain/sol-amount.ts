import { type Lamports, LAMPORTS_PER_SOL, lamports, type SignedLamports } from "./lamports.ts";
import { type Result, ok, refuse } from "./result.ts";

const DECIMALS = 9;
/** The largest amount that the database holds, far above all SOL there is. */
const LARGEST = 2n ** 63n - 1n;

/**
 * Reads an amount of SOL as a person types it: digits with one optional point, at most 9 decimals (rule LIMITS-3). Zero
 * is an amount; the caller decides whether it is allowed.
 *
 * @example
 * parseSol("0.1"); // 100_000_000n
 */
export function parseSol(text: string): Result<Lamports, "INVALID_AMOUNT"> {
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text);
  const whole = match?.[1] ?? "";
  const decimals = match?.[2] ?? "";
  const isAmount = match !== null && whole.length + decimals.length > 0 && decimals.length <= DECIMALS;
  if (!isAmount || whole.length > 20) return refuse("INVALID_AMOUNT");
  const value = BigInt(whole) * LAMPORTS_PER_SOL + BigInt(decimals.padEnd(DECIMALS, "0"));
  return value > LARGEST ? refuse("INVALID_AMOUNT") : ok(lamports(value));
}

/**
 * Writes an amount of SOL. Without `decimals` it is exact and has no trailing zeros; with `decimals` it has exactly
 * that many, cut off and not rounded, so that it never shows more than there is.
 *
 * @example
 * formatSol(lamports(1_500_000_000n)); // "1.5"
 * formatSol(lamports(1_999_999_999n), 2); // "1.99"
 */
export function formatSol(amount: SignedLamports, decimals?: number): string {
  const sign = amount < 0n ? "-" : "";
  const magnitude = amount < 0n ? 0n - amount : amount;
  const digits = magnitude.toString().padStart(DECIMALS + 1, "0");
  const whole = digits.slice(0, -DECIMALS);
  const fraction = digits.slice(-DECIMALS);
  const fractionText = decimals === undefined ? fraction.replace(/0+$/, "") : fraction.slice(0, decimals);
  return fractionText === "" ? `${sign}${whole}` : `${sign}${whole}.${fractionText}`;
}

/** The same for a result, with its sign; zero has none. Cut off downwards: a loss is never shown smaller than it is. */
export function formatSignedSol(amount: SignedLamports, decimals?: number): string {
  const cut = 10n ** BigInt(DECIMALS - (decimals ?? DECIMALS)) - 1n;
  const size = formatSol(lamports(amount < 0n ? cut - amount : amount), decimals);
  return amount === 0n ? size : `${amount < 0n ? "\u2212" : "+"}${size}`;
}
