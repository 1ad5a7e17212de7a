import { lazy, Suspense } from "react";
import { usePlayer } from "../lib/player.ts";
import { useRace } from "../live/race-store.ts";
import { leavesMoment, useUnlockedTitles } from "../live/unlocked-titles.ts";

const TitleCard = lazy(async () => ({ default: (await import("./title-card.tsx")).TitleCard }));

/** The earned titles, one after another, while the race leaves a moment for them (rule TITLE-10). */
export function TitleMoments() {
  const next = useUnlockedTitles(({ waiting }) => waiting[0]);
  const isFree = useRace(leavesMoment);
  const player = usePlayer();
  return (
    <div aria-live="polite">
      {next !== undefined && isFree && player.kind === "player" && (
        <Suspense>
          <TitleCard key={next.titleId} unlocked={next} address={player.address} />
        </Suspense>
      )}
    </div>
  );
}
