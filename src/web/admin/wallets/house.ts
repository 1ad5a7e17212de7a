import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";

export type House = Reply<Api["getHouseOverview"]>;
export type HouseWallet = House["wallets"][number];
export type WalletDetail = Reply<Api["getHouseWalletDetails"]>["wallets"][number];
export type HouseTransaction = House["recentTransactions"][number];

/** What the master password has shown, and when. */
export interface Details {
  readonly wallets: readonly WalletDetail[];
  readonly at: Date;
}

/** How often what is shown is asked for again. */
export const REFRESH_MS = 10_000;
