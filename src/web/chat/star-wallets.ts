/**
 * The admin wallets that bear a star in chat (rule CHAT-21): addresses divided by commas, in the variable
 * `VITE_ADMIN_WALLETS` of the environment in which the page is built.
 */
const starWallets: ReadonlySet<string> = new Set(
  // Vite puts the value in the place of the whole expression; a test runs without one.
  (import.meta.env.VITE_ADMIN_WALLETS ?? "")
    .split(",")
    .map((address) => address.trim())
    .filter((address) => address !== ""),
);

export const isStarWallet = (wallet: string): boolean => starWallets.has(wallet);
