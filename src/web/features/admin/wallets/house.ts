import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";

export type House = Reply<Api["getHouseOverview"]>;
export type HouseWallet = House["wallets"][number];
export type WalletDetail = Reply<Api["getHouseWalletDetails"]>["wallets"][number];
export type HouseTransaction = House["recentTransactions"][number];

/** What the master password has revealed, and when. */
export interface Details {
  readonly wallets: readonly WalletDetail[];
  readonly at: Date;
}

/** How often the displayed data is refetched. */
export const REFRESH_MS = 10_000;
