import { RotateCcw } from "lucide-react";
import { Link } from "wouter";
import type { RaceResult } from "../../live/race-result.ts";
import { Slot } from "../../live/slots.tsx";
import { useWords } from "../../words/use-words.ts";
import { trackViewWords } from "../words.en.ts";

interface WinActionsProps {
  readonly result: RaceResult;
  readonly isReplay: boolean;
}

/** Share it, or replay the race. */
export function WinActions({ result, isReplay }: WinActionsProps) {
  const { t } = useWords(trackViewWords);
  return (
    <div className="mt-3 flex flex-wrap justify-center gap-2 empty:hidden max-tablet:mt-2">
      <Slot name="win" given={{ result, place: "track" }} />
      {!isReplay && (
        <Link
          to={`/race/${result.race.id}`}
          className="inline-flex min-h-11 items-center gap-2 rounded-m border border-control bg-raised/80 px-4 font-bold transition hover:border-accent"
        >
          <RotateCcw aria-hidden size={18} />
          {t("replay")}
        </Link>
      )}
    </div>
  );
}
