import { useMutation, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { callApi, fetchApi } from "../../foundation/lib/api.ts";
import { queryClient } from "../../foundation/lib/query-client.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";

type Blocks = Reply<Api["getChatBlocks"]>;

/** The players whose messages the player does not want to see. */
export const useBlocks = (address: string) =>
  useQuery({
    queryKey: queryKeys.chatBlocks(address),
    queryFn: () => fetchApi("getChatBlocks", {}),
    staleTime: 60_000,
  });

/** Whether a wallet's messages are hidden; returns the same function as long as the list is the same. */
export function useIsBlocked(address: string): (wallet: string) => boolean {
  const { data } = useBlocks(address);
  const blocked = useMemo(() => new Set(data?.blocked.map(({ wallet_address }) => wallet_address)), [data]);
  return useCallback((wallet: string) => blocked.has(wallet), [blocked]);
}

const adopt = (address: string, blocks: Blocks): void => {
  queryClient.setQueryData<Blocks>(queryKeys.chatBlocks(address), blocks);
};

/** Hides a player's messages; the answer is the whole list. */
export async function blockPlayer(address: string, targetWallet: string) {
  const blocked = await callApi("blockInChat", { params: { targetWallet } });
  if (blocked.ok) adopt(address, blocked.value);
  return blocked;
}

export const useUnblock = (address: string) =>
  useMutation({
    mutationFn: (targetWallet: string) => fetchApi("unblockInChat", { params: { targetWallet } }),
    onSuccess: (blocks) => adopt(address, blocks),
  });
