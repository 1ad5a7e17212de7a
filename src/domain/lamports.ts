/** A change of money or the balance of an account that may be overdrawn: whole lamports, possibly negative. */
export type SignedLamports = bigint & { readonly __unit: "lamports" };

/** Money inside the system: whole lamports, 10⁻⁹ SOL, never a float and never negative (rule MONEY-1). */
export type Lamports = SignedLamports & { readonly __sign: "not negative" };

export const LAMPORTS_PER_SOL = 1_000_000_000n;

/**
 * Whether a value is an amount of lamports: a bigint that is not negative.
 *
 * @example
 * isLamports(5n); // true
 * isLamports(-5n); // false
 * isLamports(5); // false
 */
export const isLamports = (value: unknown): value is Lamports => typeof value === "bigint" && value >= 0n;

/**
 * Asserts that a value is an amount of lamports.
 *
 * @throws TypeError when it is not a bigint, RangeError when it is negative.
 * @example
 * const balance: bigint = readBalance();
 * assertIsLamports(balance);
 * balance satisfies Lamports;
 */
export function assertIsLamports(value: unknown): asserts value is Lamports {
  if (typeof value !== "bigint") throw new TypeError(`${String(value)} is not a whole number of lamports`);
  if (!isLamports(value)) throw new RangeError(`${value} lamports are less than none`);
}

/**
 * Brands a whole number of lamports.
 *
 * @throws TypeError when it is not a bigint, RangeError when it is negative.
 * @example
 * lamports(1_500_000_000n); // 1.5 SOL
 */
export function lamports(value: bigint): Lamports {
  assertIsLamports(value);
  return value;
}

/**
 * Brands a signed number of lamports: an entry of the ledger, or a difference.
 *
 * @throws TypeError when it is not a bigint.
 * @example
 * signedLamports(before - after);
 */
export function signedLamports(value: bigint): SignedLamports {
  if (typeof value !== "bigint") throw new TypeError(`${String(value)} is not a whole number of lamports`);
  return value as SignedLamports;
}

export const ZERO = lamports(0n);

export const sum = (amounts: Iterable<Lamports>): Lamports => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return lamports(total);
};

/**
 * Divides `total` in proportion to whole weights, each share rounded down. What the rounding leaves,
 * fewer lamports than there are weights above zero, is the remainder: nothing is lost or created (rule MONEY-4).
 *
 * @throws RangeError when a weight is negative, or when no weight is above zero.
 * @example
 * allocate(lamports(100n), [1n, 1n, 1n]); // { shares: [33n, 33n, 33n], remainder: 1n }
 */
export function allocate(
  total: Lamports,
  weights: readonly bigint[],
): { readonly shares: readonly Lamports[]; readonly remainder: Lamports } {
  let weightTotal = 0n;
  for (const weight of weights) {
    if (weight < 0n) throw new RangeError(`negative weight ${weight}`);
    weightTotal += weight;
  }
  if (weightTotal === 0n) throw new RangeError("nothing to allocate to");
  const shares = weights.map((weight) => lamports((total * weight) / weightTotal));
  return { shares, remainder: lamports(total - sum(shares)) };
}

/** Basis points of an amount, rounded down: 2.5 % is 250. */
export const portion = (amount: Lamports, bps: number): Lamports =>
  lamports((amount * BigInt(bps)) / 10_000n);
