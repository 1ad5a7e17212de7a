import { lazy, Suspense } from "react";
import { usePlayer } from "../../foundation/lib/player.ts";
import { useRace } from "../../foundation/live/race-store.ts";
import { leavesMoment, useUnlockedTitles } from "../../foundation/live/unlocked-titles.ts";

const TitleCard = lazy(async () => ({ default: (await import("./title-card.tsx")).TitleCard }));

/** The earned titles, one after another, while the race leaves a moment for them. */
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
