import type { Race } from "../../../contract/races/race-shape.ts";
import { lamports, type Lamports } from "../../../domain/lamports.ts";
import { oddsOf, projectPayout } from "../../../domain/odds.ts";

export interface Projection {
  /** Decimal odds with this stake included. */
  readonly oddsAfter: number | null;
  readonly payout: Lamports;
  /** All money would be on this horse: a win pays the stake back minus the fee. */
  readonly isAlone: boolean;
}

/** What a stake on a horse would do to its odds, and what it would pay. Null while amounts are hidden. */
export function projectBet(race: Race, horseId: number, stake: Lamports): Projection | null {
  const onHorse = race.horses.find(({ id }) => id === horseId)?.totalBetAmount ?? null;
  if (onHorse === null || stake === 0n) return null;
  const houseEdgeBps = Math.round(race.house_edge * 100);
  const { totalPool: pool, jackpotAmount: jackpot } = race;
  return {
    oddsAfter: oddsOf({
      pool: lamports(pool + stake),
      onHorse: lamports(onHorse + stake),
      houseEdgeBps,
      jackpot,
    }),
    payout: projectPayout({ pool, onHorse, stake, houseEdgeBps, jackpot }),
    isAlone: onHorse === pool,
  };
}

/** The race as if it did not contain a given bet, so that the same projection works before and after the bet. */
export function withoutBet(race: Race, horseId: number, stake: Lamports): Race {
  const less = (amount: Lamports): Lamports => lamports(amount > stake ? amount - stake : 0n);
  const horses = race.horses.map((horse) =>
    horse.id === horseId && horse.totalBetAmount !== null
      ? { ...horse, totalBetAmount: less(horse.totalBetAmount) }
      : horse,
  );
  return { ...race, totalPool: less(race.totalPool), horses };
}
