import { lamports, type Lamports } from "../../../../domain/lamports.ts";
import type { Race } from "../../../../contract/races/race-shape.ts";

type Bounds = Pick<Race, "min_bet" | "max_bet">;

/** The most that a race takes and its player holds where the stake comes from (rule BET-29); null `funds`: unknown. */
export const mostOf = ({ max_bet: max }: Bounds, funds: Lamports | null): Lamports =>
  funds === null || funds > max ? max : funds;

/** Half a stake, but not below what the race takes. */
export const halfOf = (stake: Lamports, { min_bet: min }: Bounds): Lamports =>
  lamports(stake / 2n > min ? stake / 2n : min);

/** Twice a stake, but not above `most`. */
export const doubleOf = (stake: Lamports, most: Lamports): Lamports =>
  lamports(stake * 2n < most ? stake * 2n : most);
