/** Wire and row spelling of a race's status (rule RACE-1). Coarser than its phase: `active` is locked or running. */
export const raceStatuses = ["pending", "countdown", "active", "completed", "refunded"] as const;
export type RaceStatus = (typeof raceStatuses)[number];

export const raceTypes = ["classic", "sprint", "endurance"] as const;
export type RaceType = (typeof raceTypes)[number];

/** What decides a race in addition to its seed (rule FAIR-10). */
export const outcomeEntropies = ["beacon", "sealed"] as const;

/**
 * Why a race was refunded: no beacon block in time, nobody had bet on the winner, the public log that it committed to ended
 * before that was anchored, an admin decided so.
 */
export const refundCauses = ["no_beacon", "no_winning_bet", "log_ended", "by_admin"] as const;
export type RefundCause = (typeof refundCauses)[number];
