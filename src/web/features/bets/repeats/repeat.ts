import { useQuery } from "@tanstack/react-query";
import type { Repeat } from "../../../../contract/bets/repeat.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { usePlayer } from "../../../foundation/lib/player.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";

const POLL_MS = 15_000;

/** The player's running repeat, otherwise the last one (rule BET-15); undefined until it is known. */
export function useRepeat(): Repeat | null | undefined {
  const player = usePlayer();
  const address = player.kind === "player" ? player.address : null;
  const { data } = useQuery({
    queryKey: queryKeys.repeat(address),
    queryFn: () => fetchApi("getRepeat", {}),
    enabled: address !== null,
    refetchInterval: ({ state }) => (isGoingOn(state.data?.repeat) ? POLL_MS : false),
  });
  return data?.repeat;
}

/** Whether a repeat is running or paused. */
export const isGoingOn = (repeat: Repeat | null | undefined): boolean =>
  repeat?.status === "running" || repeat?.status === "paused";
