import { type Lamports, ZERO, lamports, portion } from "./lamports.ts";

interface Market {
  /** All stakes of the race. */
  readonly pool: Lamports;
  /** Stakes on the horse in question. */
  readonly onHorse: Lamports;
  readonly houseEdgeBps: number;
  readonly jackpot: Lamports;
}

const ODDS_STEPS = 10_000n;

/**
 * Decimal odds net of the edge: what one unit on the horse would pay if betting ended now, rounded
 * down to four decimals. Null while nothing is on the horse. Provisional until betting closes (rule RACE-6).
 */
export function oddsOf({ pool, onHorse, houseEdgeBps, jackpot }: Market): number | null {
  if (onHorse === 0n) return null;
  const net = pool - portion(pool, houseEdgeBps) + jackpot;
  return Number((net * ODDS_STEPS) / onHorse) / Number(ODDS_STEPS);
}

/**
 * What a bet of `stake` would pay if it were placed now, no other came after it and the horse won:
 * its own stake counts in the pool and on the horse. Exactly what `settle` would pay.
 */
export function projectPayout({
  pool,
  onHorse,
  stake,
  houseEdgeBps,
  jackpot,
}: Market & { readonly stake: Lamports }): Lamports {
  if (stake === 0n) return ZERO;
  const poolAfter = lamports(pool + stake);
  const net = poolAfter - portion(poolAfter, houseEdgeBps) + jackpot;
  return lamports((net * stake) / (onHorse + stake));
}
