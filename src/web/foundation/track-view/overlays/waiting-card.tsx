import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { useWords } from "../../words/use-words.ts";
import { trackViewWords } from "../words.en.ts";

/** A pending race waits for players. */
export function WaitingCard({ players, needed }: { readonly players: number; readonly needed: number }) {
  const all = players + needed;
  const { t } = useWords(trackViewWords);
  return (
    <OverlayCard>
      <h2 className="text-lg">{t("waitingForPlayers")}</h2>
      <p className="mt-1 text-muted">{needed > 0 ? t("needsPlayers", { count: needed }) : t("starting")}</p>
      <ProgressBar label={t("players")} value={players} max={all} className="mt-4 w-48 max-w-full" />
      <p className="mt-2 text-sm text-muted">{t("playersOf", { players, all })}</p>
    </OverlayCard>
  );
}

interface OverlayCardProps {
  /** For cards shown from the first paint on, when the track is empty. */
  readonly first?: boolean;
  readonly children: ReactNode;
}

/** A few lines on the track: between the horses' names and the gate if it is wide, otherwise ahead of the gate. */
export function OverlayCard({ first = false, children }: OverlayCardProps) {
  return (
    <div
      className={classNames(
        "absolute inset-0 grid grid-cols-[minmax(0,1fr)] place-items-center p-4",
        // Next to the picked horse, on a phone too.
        !first &&
          "max-tablet:pr-3 max-tablet:pl-32 tablet:@max-[52rem]:justify-items-end tablet:@max-[52rem]:px-[2%] @min-[52rem]:right-[46%] @min-[52rem]:left-[max(24%,19.25rem)] @min-[52rem]:justify-items-[safe_center] @min-[52rem]:p-0",
      )}
    >
      <div
        className={classNames(
          "flex max-w-full flex-col items-center rounded-l border border-control bg-veil px-5 py-6 text-center text-balance max-tablet:py-3 text-white",
          !first && "overlay-enter tablet:@max-[52rem]:w-38 tablet:@max-[52rem]:px-3",
        )}
      >
        {children}
      </div>
    </div>
  );
}
