import { useQuery } from "@tanstack/react-query";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { fetchApi } from "./api.ts";
import { usePlayer } from "./player.ts";
import { queryKeys } from "./query-keys.ts";
import { useRuntime } from "./runtime.ts";

export type Notice = Reply<Api["getNotice"]>;

/** The notice of age and place (rule BET-17); not requested if the server has none. */
export function useNotice(address: string | null) {
  const minimumAge = useRuntime()?.minimumAge ?? null;
  return useQuery({
    queryKey: queryKeys.notice(address),
    queryFn: () => fetchApi("getNotice", { params: { wallet: address ?? "" } }),
    enabled: address !== null && minimumAge !== null,
  });
}

/** Whether the current player has to confirm the notice before a bet, as far as is known. */
export function useIsNoticeDue(): boolean {
  const player = usePlayer();
  const minimumAge = useRuntime()?.minimumAge ?? null;
  const { data } = useNotice(player.kind === "player" ? player.address : null);
  return minimumAge !== null && player.kind === "player" && data?.isDue !== false;
}
