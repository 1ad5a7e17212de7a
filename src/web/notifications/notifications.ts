import { useMutation, useQuery } from "@tanstack/react-query";
import { fetchApi } from "../lib/api.ts";
import { invalidateQueries, queryKeys } from "../lib/query-keys.ts";

export const useNotifications = (address: string) =>
  useQuery({
    queryKey: queryKeys.notifications(address),
    queryFn: () => fetchApi("getNotifications", { params: { wallet: address } }),
    refetchInterval: 60_000,
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
