import { useEffect, type ReactNode } from "react";
import { type Lamports, lamports } from "../../domain/lamports.ts";
import { POOL_COUNTER_MS } from "../foundation/live/pool-counter.ts";
import { nextUp, shownPool } from "../foundation/live/race-phase.ts";
import { useRace } from "../foundation/live/race-store.ts";
import { liveWords } from "../foundation/live/words.en.ts";
import { useConnection } from "../foundation/lib/socket.ts";
import { useStillness } from "../foundation/lib/stillness.ts";
import { useTween } from "../foundation/lib/use-tween.ts";
import { LiveOrder, TopChips } from "../foundation/track-view/track-chips.tsx";
import { TrackOverlay } from "../foundation/track-view/overlays/track-overlay.tsx";
import { PaintedTrack } from "../foundation/track-view/painted-track.tsx";
import { ReducedTrack } from "../foundation/track-view/reduced-track.tsx";
import { classNames } from "../foundation/ui/class-names.ts";
import { Silk } from "../foundation/ui/silk.tsx";
import { useWords } from "../foundation/words/use-words.ts";
import type { OverlayOptions } from "./options.ts";
import { followRaces, useWinners } from "./overlay-feed.ts";
import { overlayWords } from "./words.en.ts";

/** Where the overlay is placed, by the edge that it is aligned to. */
const places = {
  "top-left": "justify-start items-start",
  top: "justify-start items-center",
  "top-right": "justify-start items-end",
  "bottom-left": "justify-end items-start",
  bottom: "justify-end items-center",
  "bottom-right": "justify-end items-end",
} as const;

/**
 * The current race over whatever a streamer shows: the chosen parts, and nothing else.
 */
export function Overlay({ options }: { readonly options: OverlayOptions }) {
  const { parts, theme, scale, position } = options;
  useEffect(() => followRaces(theme), [theme]);
  const isLost = useConnection(({ status }) => status === "lost");
  const { t } = useWords(overlayWords);
  const inBar = parts.filter((part) => part !== "race");
  return (
    <main
      style={{ zoom: scale }}
      className={classNames("fixed inset-0 flex flex-col gap-2 overflow-hidden p-3", places[position])}
    >
      {parts.includes("race") && <RacePart />}
      <div
        className={classNames(
          "flex max-w-full flex-wrap gap-2 empty:hidden",
          position.endsWith("right") && "justify-end",
          !position.includes("-") && "justify-center",
        )}
      >
        {inBar.includes("pool") && <PoolPart />}
        {inBar.includes("countdown") && <CountdownPart />}
        {inBar.includes("winners") && <WinnersPart />}
        {isLost && <Part>{t("reconnecting")}</Part>}
      </div>
    </main>
  );
}

function Part({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="flex min-h-12 flex-col justify-center rounded-m border border-(--track-border) bg-veil px-4 py-1 text-white"
    >
      {label !== undefined && <span className="text-sm text-white/75">{label}</span>}
      {children}
    </section>
  );
}

function RacePart() {
  const race = useRace((state) => state.race);
  const still = useStillness();
  const { t } = useWords(overlayWords);
  return (
    <section
      aria-label={t("race")}
      className="relative h-[30rem] min-h-0 w-full max-w-[52rem] shrink overflow-hidden rounded-l border border-(--track-border) bg-bg2"
    >
      {race === null && <div className="track-outline absolute inset-0" />}
      {race !== null &&
        (still ? <ReducedTrack race={race} /> : <PaintedTrack race={race} playback={undefined} />)}
      <TopChips race={race} isReplay={false} />
      <LiveOrder />
      {race !== null && <TrackOverlay isReplay={false} actions={null} />}
    </section>
  );
}

function PoolPart() {
  const pool = useRace(shownPool);
  const { t } = useWords(overlayWords);
  return (
    <Part label={t("pool")}>
      <span translate="no" className="figure text-xl text-bright" data-testid="pool">
        {pool === null ? "–" : <PoolFigure pool={pool} />}
        <span className="ml-1.5 font-ui text-sm font-bold text-white/75">SOL</span>
      </span>
    </Part>
  );
}

function PoolFigure({ pool }: { readonly pool: Lamports }) {
  const amount = useTween(Number(pool), POOL_COUNTER_MS);
  const { sol } = useWords(overlayWords);
  return sol(lamports(BigInt(Math.round(amount))), 4);
}

function CountdownPart() {
  const { t, whole, decimal } = useWords(liveWords);
  const label = useRace((state) => nextUp(state)?.label ?? "nextRaceIn");
  const seconds = useRace((state) => {
    const next = nextUp(state);
    if (next === null) return null;
    return next.exact ? decimal(next.seconds, 1) : whole(Math.ceil(next.seconds));
  });
  return (
    <Part label={t(label)}>
      <span translate="no" className="figure min-w-20 text-xl">
        {seconds ?? "–"}
        {seconds !== null && <span className="ml-1.5 font-ui text-sm font-bold text-white/75">s</span>}
      </span>
    </Part>
  );
}

function WinnersPart() {
  const winners = useWinners((state) => state.winners);
  const { t } = useWords(overlayWords);
  return (
    <Part label={t("winners")}>
      <ol className="flex h-7 items-center gap-1.5">
        {winners?.map(({ raceId, number, name, color }) => (
          <li key={raceId}>
            <Silk number={number} color={color} size={26} />
            <span className="sr-only">
              {number} {name}
            </span>
          </li>
        ))}
        {winners?.length === 0 && <li>–</li>}
      </ol>
    </Part>
  );
}
