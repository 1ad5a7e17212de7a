import { type InfiniteData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { Api } from "../../contract/api.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";
import { fetchApi } from "../lib/api.ts";
import { invalidateQueries, queryKeys } from "../lib/query-keys.ts";

type Pages = InfiniteData<Reply<Api["getNotifications"]>, string | null>;

/** The loaded notifications, newest first, by pages; all loaded pages are refetched after an event (rule NOTICE-4). */
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

export const useMarkRead = (address: string) =>
  useMutation({
    mutationFn: () => fetchApi("markNotificationsRead", { body: { walletAddress: address } }),
    onSettled: refetchNotifications,
  });

export const useClearNotifications = (address: string) =>
  useMutation({
    mutationFn: () => fetchApi("clearNotifications", { body: { walletAddress: address } }),
    onSettled: refetchNotifications,
  });
