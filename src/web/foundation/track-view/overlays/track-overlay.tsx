import type { ReactNode } from "react";
import { useShallow } from "zustand/react/shallow";
import { useRace } from "../../live/race-store.ts";
import type { RaceResult } from "../../live/race-result.ts";
import { phaseOf, shownResult } from "../../live/race-phase.ts";
import { BeaconRing, CountdownRing, GoRing } from "./countdown-ring.tsx";
import { OverlayCard, WaitingCard } from "./waiting-card.tsx";
import { WinnerCard } from "./winner-card.tsx";
import { useWords } from "../../words/use-words.ts";
import { liveWords } from "../../live/words.en.ts";
import { trackViewWords } from "../words.en.ts";

interface TrackOverlayProps {
  readonly isReplay: boolean;
  /** What can be done with a result; null if nothing can. */
  readonly actions: ((result: RaceResult) => ReactNode) | null;
}

/** What is shown over the track at this moment of the race. */
export function TrackOverlay({ isReplay, actions }: TrackOverlayProps) {
  const result = useRace(shownResult);
  const phase = useRace(
    useShallow((state) => {
      const current = phaseOf(state);
      return {
        kind: current.kind,
        go: current.kind === "racing" && current.go,
        players: current.kind === "waiting" ? current.players : 0,
        needed: current.kind === "waiting" ? current.needed : 0,
        reason: current.kind === "refunded" ? current.reason : null,
      };
    }),
  );

  const { t } = useWords(trackViewWords);
  const inRace = useWords(liveWords);
  if (result !== null) return <WinnerCard result={result}>{actions?.(result)}</WinnerCard>;
  switch (phase.kind) {
    case "loading":
      return isReplay ? null : <Welcome />;
    case "none":
      return (
        <OverlayCard>
          <h2 className="text-xl">{t("noRaceRightNow")}</h2>
          <p className="mt-1 text-muted">{t("nextOpensByItself")}</p>
        </OverlayCard>
      );
    case "opening":
      return (
        <OverlayCard>
          <h2 className="text-xl">{t("opening")}</h2>
          <p className="mt-1 text-muted">{t("openingCommits")}</p>
        </OverlayCard>
      );
    case "waiting":
      return <WaitingCard players={phase.players} needed={phase.needed} />;
    case "countdown":
      return <CountdownRing />;
    case "locked":
      return <BeaconRing text={t("betsAreClosed")} />;
    case "post":
      return <BeaconRing text={t("atThePost")} />;
    case "racing":
      return phase.go ? <GoRing /> : null;
    case "finished":
    case "completed":
      return null;
    case "refunded":
      return (
        <OverlayCard>
          <h2 className="text-xl">{t("raceRefunded")}</h2>
          <p className="mt-1 text-muted">{inRace.t(phase.reason ?? "stakesWentBack")}</p>
        </OverlayCard>
      );
  }
}

/** Says what this is, while the race has not loaded yet. */
function Welcome() {
  const { t } = useWords(trackViewWords);
  return (
    <OverlayCard first>
      <h2 className="text-xl">{t("comingPromise")}</h2>
      <p className="mt-1 text-muted">{t("comingUp")}</p>
    </OverlayCard>
  );
}
