/** A real-money stake comes either from the player's wallet, by a payment, or from the server balance (rule BET-14). */
export const stakeSources = ["wallet", "balance"] as const;
export type StakeSource = (typeof stakeSources)[number];
