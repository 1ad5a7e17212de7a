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
