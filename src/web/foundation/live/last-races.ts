import { useQuery } from "@tanstack/react-query";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { fetchApi } from "../lib/api.ts";
import { queryKeys } from "../lib/query-keys.ts";

const SHOWN = 20;

type FinishedRace = Reply<Api["listRaces"]>["races"][number];

export const lastRacesQuery = {
  queryKey: queryKeys.lastRaces(),
  queryFn: () => fetchApi("listRaces", { query: { limit: SHOWN } }),
  staleTime: 60_000,
} as const;

/** Finished races, newest first; null until the server has answered. */
export function useLastRaces(): readonly FinishedRace[] | null {
  const { data } = useQuery(lastRacesQuery);
  return data?.races ?? null;
}
