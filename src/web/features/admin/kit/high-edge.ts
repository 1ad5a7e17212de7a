/** A house edge above it is more than players expect of any house, and is typed once more (rule LIMITS-44). */
export const HIGH_EDGE_BPS = 2_000;
