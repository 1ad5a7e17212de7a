/** The themes of the page and its track. Everybody sees the one that the house has chosen. */
export const themes = ["main-prime", "solana-future"] as const;
export type Theme = (typeof themes)[number];
