import { useQuery } from "@tanstack/react-query";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";
import { serverNow } from "../../foundation/lib/server-clock.ts";

export type Announcement = Reply<Api["getAnnouncements"]>["announcements"][number];

interface Asking {
  /** How often a visible page refetches, to pick up what an admin has changed meanwhile. */
  readonly everyMs: number;
  readonly enabled?: boolean;
}

/**
 * The house's announcements for a player, most important first.
 *
 * @param address null for a visitor
 */
export const useAnnouncements = (address: string | null, { everyMs, enabled = true }: Asking) =>
  useQuery({
    queryKey: queryKeys.announcements(address),
    queryFn: () => fetchApi("getAnnouncements", { query: address === null ? {} : { wallet: address } }),
    enabled,
    refetchInterval: ({ state }) => askAgainInMs(everyMs, state.data?.nextChangeAt),
  });

/** When to refetch: at the latest when one begins or ends. */
function askAgainInMs(everyMs: number, nextChangeAt: Date | null | undefined): number {
  if (nextChangeAt === null || nextChangeAt === undefined) return everyMs;
  return Math.min(everyMs, Math.max(250, nextChangeAt.getTime() - serverNow() + 100));
}
