import { type InfiniteData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { invalidateQueries, queryKeys } from "../../foundation/lib/query-keys.ts";
import { logSilentFailure } from "../../foundation/lib/silent-failure.ts";

type Pages = InfiniteData<Reply<Api["getNotifications"]>, string | null>;

/** The loaded notifications, newest first, by pages; all loaded pages are refetched after an event. */
export const useNotifications = (address: string) =>
  useInfiniteQuery({
    queryKey: queryKeys.notifications(address),
    queryFn: ({ pageParam: cursor }) =>
      fetchApi("getNotifications", {
        params: { wallet: address },
        query: cursor === null ? {} : { cursor },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: inOneList,
    refetchInterval: 60_000,
  });

const inOneList = ({ pages }: Pages) => ({
  unread: pages[0]?.unread ?? 0,
  notifications: pages.flatMap((page) => page.notifications),
});

const refetchNotifications = (): Promise<void> => invalidateQueries("notifications");

/**
 * Marks those with these ids, or all without ids. A failure is only logged (rule LIMITS-17): the refetched list then
 * shows that nothing has changed.
 */
export const useMarkRead = (address: string) =>
  useMutation({
    mutationFn: (ids?: string[]) =>
      fetchApi("markNotificationsRead", { body: { walletAddress: address, ...(ids && { ids }) } }),
    onError: (error) => logSilentFailure("Marking the notifications as read", error),
    onSettled: refetchNotifications,
  });

/** A failure is only logged, like one of {@link useMarkRead}. */
export const useClearNotifications = (address: string) =>
  useMutation({
    mutationFn: () => fetchApi("clearNotifications", { body: { walletAddress: address } }),
    onError: (error) => logSilentFailure("Clearing the notifications", error),
    onSettled: refetchNotifications,
  });
