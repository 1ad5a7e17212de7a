/** Addresses, separated by commas, from the environment in which the page is built. */
const setting: unknown = import.meta.env["VITE_ADMIN_WALLETS"];

/** The admin wallets that have a star in chat by a setting of the build. */
const starWallets: ReadonlySet<string> = new Set(typeof setting === "string" ? setting.split(/[\s,]+/) : []);

export const isStarWallet = (wallet: string): boolean => starWallets.has(wallet);
