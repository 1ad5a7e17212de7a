import { type Lamports, lamports } from "./lamports.ts";

interface BonusAward {
  readonly wallet: string;
  readonly amount: Lamports;
}

export interface BonusAwards {
  readonly awards: readonly BonusAward[];
  /** Players whose superfecta the fund could not cover: nothing is paid or owed to them. */
  readonly uncovered: readonly string[];
  /** What is left in the fund. */
  readonly fund: Lamports;
}

/**
 * Pays the superfecta bonus to the players who completed a streak in one race, in the order given,
 * as long as the fund covers a whole bonus (rules MONEY-14 and INV-8).
 */
export function awardBonuses(fund: Lamports, bonus: Lamports, wallets: readonly string[]): BonusAwards {
  if (bonus === 0n) return { awards: [], uncovered: [], fund };
  const covered = fund < bonus ? 0 : Math.min(wallets.length, Number(fund / bonus));
  return {
    awards: wallets.slice(0, covered).map((wallet) => ({ wallet, amount: bonus })),
    uncovered: wallets.slice(covered),
    fund: lamports(fund - bonus * BigInt(covered)),
  };
}
