import { queryClient } from "./query-client.ts";

/**
 * Everything that the page caches, by name. The name is the first part of a query's key; the rest distinguishes its
 * cases. The key of anything that belongs to one player includes the address, and the data is removed with the account.
 */
export const queryKeys = {
  session: () => ["session"],
  sessions: (address: string) => ["sessions", address],
  runtime: () => ["runtime"],
  genesisHash: (rpcUrl: string | null) => ["genesisHash", rpcUrl],
  lastRaces: () => ["lastRaces"],
  paidRaces: () => ["paidRaces"],
  replay: (raceId: string, caller: string | null) => ["replay", raceId, caller],
  betProof: (raceId: string, address: string, rpcUrl: string | null) => ["betProof", raceId, address, rpcUrl],
  liabilities: (rpcUrl: string | null) => ["liabilities", rpcUrl],
  ownLiabilities: (address: string, rpcUrl: string | null) => ["ownLiabilities", address, rpcUrl],
  verifiedRace: (raceId: string) => ["verifiedRace", raceId],
  publicExport: () => ["publicExport"],
  user: (address: string | null) => ["user", address],
  playerCard: (address: string | null, wallet: string) => ["playerCard", address, wallet],
  history: (address: string) => ["history", address],
  chatBlocks: (address: string) => ["chatBlocks", address],
  chatReports: (address: string, query: object | "count") => ["chatReports", address, query],
  wholeHistory: (address: string, query: object) => ["history", address, "whole", query],
  stats: (address: string, period: string) => ["stats", address, period],
  emotes: (address: string | null) => ["emotes", address],
  titles: (address: string) => ["titles", address],
  announcements: (address: string | null) => ["announcements", address],
  leaderboard: (period: string, address: string | null) => ["leaderboard", period, address],
  rules: () => ["rules"],
  interruptions: () => ["interruptions"],
  repeat: (address: string | null) => ["repeat", address],
  ownLimits: (address: string | null) => ["ownLimits", address],
  notice: (address: string | null) => ["notice", address],
  playedSince: (address: string, since: string) => ["playedSince", address, since],
  presets: (address: string | null) => ["presets", address],
  referrals: (address: string) => ["referrals", address],
  referralSummary: (address: string) => ["referralSummary", address],
  referralRate: () => ["referralRate"],
  notifications: (address: string) => ["notifications", address],
  admin: (address: string, call: string, query: object) => ["admin", address, call, query],
  underWay: (address: string) => ["underWay", address],
  balanceHere: (address: string | null) => ["balance", address, "server"],
  balanceOnChain: (address: string | null, rpcUrl: string | null) => ["balance", address, "chain", rpcUrl],
} as const satisfies Record<string, (...cases: never[]) => readonly [string, ...unknown[]]>;

export type QueryName = ReturnType<(typeof queryKeys)[keyof typeof queryKeys]>[0];

/** Marks queries stale, in all their cases: visible ones are refetched at once. */
export async function invalidateQueries(...names: readonly QueryName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
