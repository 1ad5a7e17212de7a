import { beforeEach, expect, it } from "vitest";
import { queryClient } from "../lib/query-client.ts";
import { queryKeys } from "../lib/query-keys.ts";
import { markStaleAfter } from "./stale-queries.ts";

const known = {
  announcements: queryKeys.announcements("w"),
  balanceHere: queryKeys.balanceHere("w"),
  balanceOnChain: queryKeys.balanceOnChain("w", "/rpc"),
  history: queryKeys.history("w"),
  lastRaces: queryKeys.lastRaces(),
  leaderboard: queryKeys.leaderboard("day", "w"),
  notifications: queryKeys.notifications("w"),
  presets: queryKeys.presets("w"),
  referralSummary: queryKeys.referralSummary("w"),
  referrals: queryKeys.referrals("w"),
  repeat: queryKeys.repeat("w"),
  session: queryKeys.session(),
  stats: queryKeys.stats("w", "week"),
  titles: queryKeys.titles("w"),
  user: queryKeys.user("w"),
};

beforeEach(() => {
  queryClient.clear();
  for (const key of Object.values(known)) queryClient.setQueryData(key, {});
});

const stale = (): string[] =>
  Object.entries(known)
    .filter(([, key]) => queryClient.getQueryState(key)?.isInvalidated)
    .map(([name]) => name);

it.each([
  [
    "race-complete",
    ["balanceHere", "balanceOnChain", "history", "lastRaces", "leaderboard", "repeat", "stats", "user"],
  ],
  [
    "user-notification",
    [
      "balanceHere",
      "balanceOnChain",
      "history",
      "leaderboard",
      "notifications",
      "referralSummary",
      "referrals",
      "repeat",
      "stats",
      "titles",
      "user",
    ],
  ],
  ["user-roles", ["session"]],
  [
    "connect",
    [
      "announcements",
      "balanceHere",
      "balanceOnChain",
      "history",
      "lastRaces",
      "leaderboard",
      "notifications",
      "referralSummary",
      "referrals",
      "repeat",
      "stats",
      "titles",
      "user",
    ],
  ],
  ["race-update", []],
] as const)("%s makes stale: %j", (event, names) => {
  markStaleAfter(event);
  expect(stale()).toEqual(names);
});
