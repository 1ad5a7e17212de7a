import { beforeEach, expect, it } from "vitest";
import { queryClient } from "../lib/query-client.ts";
import { queryKeys } from "../lib/query-keys.ts";
import { markStaleAfter } from "./stale-queries.ts";

const known = {
  balanceHere: queryKeys.balanceHere("w"),
  balanceOnChain: queryKeys.balanceOnChain("w", "/rpc"),
  lastRaces: queryKeys.lastRaces(),
  notifications: queryKeys.notifications("w"),
  presets: queryKeys.presets("w"),
  referralSummary: queryKeys.referralSummary("w"),
  referrals: queryKeys.referrals("w"),
  repeat: queryKeys.repeat("w"),
  session: queryKeys.session(),
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
  ["race-complete", ["balanceHere", "balanceOnChain", "lastRaces", "repeat", "user"]],
  [
    "user-notification",
    ["balanceHere", "balanceOnChain", "notifications", "referralSummary", "referrals", "repeat", "user"],
  ],
  ["user-roles", ["session"]],
  ["connect", ["balanceHere", "balanceOnChain", "lastRaces", "notifications", "repeat"]],
  ["race-update", []],
] as const)("%s makes stale: %j", (event, names) => {
  markStaleAfter(event);
  expect(stale()).toEqual(names);
});
