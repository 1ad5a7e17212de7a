import { useQuery } from "@tanstack/react-query";
import { raceId } from "../../../contract/wire/codecs.ts";
import type { OwnBet, Race } from "../../../contract/races/race-shape.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { errorText, isRefusedWith } from "../../foundation/lib/call-refused.ts";
import type { RunRace } from "./replay-state.ts";
import { translatorFor } from "../../foundation/words/translate.ts";
import { replayWords } from "./words.en.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";

/** How often a race that has not finished is checked again. */
const RETRY_MS = 3000;

export type RaceToReplay =
  | { readonly kind: "loading" | "not found" }
  | { readonly kind: "failed"; readonly text: string; readonly retry: () => void }
  /** Not run yet, or running: it is shown live. */
  | { readonly kind: "not over"; readonly race: Race }
  /** Never run: the stakes were returned. */
  | { readonly kind: "refunded"; readonly race: Race }
  | { readonly kind: "run"; readonly run: RunRace };

type Answer = {
  readonly race: Race;
  readonly yourBet: OwnBet | null;
  readonly replay: RunRace["replay"] | null;
};

/** What can be shown of a race, by its id. */
export function useRaceToReplay(id: string, caller: string | null): RaceToReplay {
  const isId = raceId.safeParse(id).success;
  const { data, error, refetch } = useQuery({
    // The caller's own bet comes with the race.
    queryKey: queryKeys.replay(id, caller),
    queryFn: () => fetchRun(id),
    enabled: isId,
    // The race stays while it is still being determined who the caller is.
    placeholderData: (before) => (before?.race.id === id ? before : undefined),
    // A finished run does not change.
    staleTime: ({ state }) => (state.data?.replay ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isStillToRun(state.data.race) ? RETRY_MS : false,
  });
  if (!isId || isRefusedWith(error, "RACE_NOT_FOUND")) return { kind: "not found" };
  if (data !== undefined) return viewOf(data);
  if (error === null) return { kind: "loading" };
  return {
    kind: "failed",
    text: errorText(error, translatorFor(replayWords).t("failed")),
    retry: () => void refetch(),
  };
}

const isStillToRun = ({ status }: Race): boolean => status !== "completed" && status !== "refunded";

async function fetchRun(id: string): Promise<Answer> {
  const { race, yourBet } = await fetchApi("getRace", { params: { id } });
  // A race refunded after its run can be replayed as well; one refunded before its run has no start.
  if (isStillToRun(race) || race.startsAt === null || race.places === null)
    return { race, yourBet, replay: null };
  return { race, yourBet, replay: await fetchApi("getReplay", { params: { id } }) };
}

function viewOf({ race, yourBet, replay }: Answer): RaceToReplay {
  if (replay !== null) return { kind: "run", run: { race, yourBet, replay } };
  return isStillToRun(race) ? { kind: "not over", race } : { kind: "refunded", race };
}
