import { useMutation, useQuery } from "@tanstack/react-query";
import { fetchApi } from "../lib/api.ts";
import { queryClient } from "../lib/query-client.ts";

const key = (address: string) => ["notifications", address] as const;

export const useNotifications = (address: string) =>
  useQuery({
    queryKey: key(address),
    queryFn: () => fetchApi("getNotifications", { params: { wallet: address } }),
    refetchInterval: 60_000,
  });

export const refetchNotifications = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["notifications"] });

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
