import { useMutation, useQuery } from "@tanstack/react-query";
import type { Repeat } from "../../contract/bets/repeat.ts";
import type { Api } from "../../contract/api.ts";
import type { Input } from "../../contract/wire/endpoint.ts";
import { fetchApi } from "../lib/api.ts";
import { usePlayer } from "../lib/player.ts";
import { queryClient } from "../lib/query-client.ts";
import { queryKeys } from "../lib/query-keys.ts";

const POLL_MS = 15_000;

/** The player's running repeat, otherwise the last one (rule BET-15); undefined until it is known. */
export function useRepeat(): Repeat | null | undefined {
  const player = usePlayer();
  const address = player.kind === "player" ? player.address : null;
  const { data } = useQuery({
    queryKey: queryKeys.repeat(address),
    queryFn: () => fetchApi("getRepeat", {}),
    enabled: address !== null,
    refetchInterval: ({ state }) => (state.data?.repeat?.status === "running" ? POLL_MS : false),
  });
  return data?.repeat;
}

type RepeatOrder = Input<Api["startRepeat"]>["body"];

export const useStartRepeat = (address: string) =>
  useMutation({
    mutationFn: (body: RepeatOrder) => fetchApi("startRepeat", { body }),
    onSuccess: (answer) => queryClient.setQueryData(queryKeys.repeat(address), answer),
  });

export const useStopRepeat = (address: string) =>
  useMutation({
    mutationFn: () => fetchApi("stopRepeat", {}),
    onSuccess: (answer) => queryClient.setQueryData(queryKeys.repeat(address), answer),
  });
