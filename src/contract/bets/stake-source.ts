/** A stake of real money comes out of the player's wallet, by a payment, or out of the server balance (rule BET-14). */
export const stakeSources = ["wallet", "balance"] as const;
export type StakeSource = (typeof stakeSources)[number];
