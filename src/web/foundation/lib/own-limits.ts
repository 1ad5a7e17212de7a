import { useQuery } from "@tanstack/react-query";
import type { OwnLimits } from "../../../contract/own-limits/own-limits.ts";
import { amountLimits, type LimitUse } from "../../../domain/own-limits.ts";
import { fetchApi } from "./api.ts";
import { queryKeys } from "./query-keys.ts";

const POLL_MS = 60_000;

/** A player's own limits, how much of each is used, and their break (rule BET-16). */
export const useOwnLimits = (address: string | null) =>
  useQuery({
    queryKey: queryKeys.ownLimits(address),
    queryFn: async () =>
      (await fetchApi("getLimits", { params: { wallet: address ?? "" }, query: {} })).limits,
    enabled: address !== null,
    refetchInterval: POLL_MS,
  });

/** How much of each limit in SOL is used. */
export const limitUses = (limits: OwnLimits): readonly LimitUse[] =>
  amountLimits.map((kind) => ({ kind, ...limits[kind] }));
