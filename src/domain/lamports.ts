/** Money inside the system: whole lamports, 10⁻⁹ SOL, never a float (rule MONEY-1). */
export type Lamports = bigint & { readonly __unit: "lamports" };

export const LAMPORTS_PER_SOL = 1_000_000_000n;

/** Brands a whole number of lamports. Negative values occur only in ledger entries. */
export const lamports = (value: bigint): Lamports => value as Lamports;

export const ZERO = lamports(0n);

export const sum = (amounts: Iterable<Lamports>): Lamports => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return lamports(total);
};

/**
 * Shares `total` in proportion to whole weights, each share rounded down. What the rounding leaves,
 * fewer lamports than there are weights above zero, is the remainder: nothing is lost or made (rule MONEY-4).
 *
 * @throws when the total or a weight is negative, or when no weight is above zero.
 * @example
 * allocate(lamports(100n), [1n, 1n, 1n]); // { shares: [33n, 33n, 33n], remainder: 1n }
 */
export function allocate(
  total: Lamports,
  weights: readonly bigint[],
): { readonly shares: readonly Lamports[]; readonly remainder: Lamports } {
  if (total < 0n) throw new RangeError(`cannot allocate ${total} lamports`);
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
