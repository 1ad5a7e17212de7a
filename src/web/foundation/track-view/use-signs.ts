import { useMemo } from "react";
import type { TrackState } from "../../../track/track-state.ts";
import { useWords } from "../words/use-words.ts";
import { trackViewWords } from "./words.en.ts";

/** The text on the boards next to the track, in the language of the page. */
export function useSigns(): TrackState["signs"] {
  const { t } = useWords(trackViewWords);
  return useMemo(
    () => ({
      boards: [
        "FURLONG",
        t("boardProvablyFair"),
        t("boardVerifyEveryRace"),
        t("boardPoolPays"),
        t("boardCheckSeed"),
        t("boardRunForRoses"),
      ],
      finish: t("boardFinish"),
    }),
    [t],
  );
}
