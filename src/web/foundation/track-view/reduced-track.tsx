import { useShallow } from "zustand/react/shallow";
import type { Race } from "../../../contract/races/race-shape.ts";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { Silk } from "../ui/silk.tsx";
import { useRace } from "../live/race-store.ts";
import { standingsOf } from "../live/standings.ts";
import { useMarkedHorse } from "../live/bet-slip.ts";
import { useWords } from "../words/use-words.ts";
import { trackViewWords } from "./words.en.ts";

/** The race for people who want no motion: six bars. */
export function ReducedTrack({ race }: { readonly race: Race }) {
  const covered = useRace(useShallow((state) => standingsOf(state)?.covered ?? []));
  const marked = useMarkedHorse();
  const { t } = useWords(trackViewWords);
  const finished = race.status === "completed";
  return (
    <div className="absolute inset-0 flex flex-col justify-around px-4 pt-14 pb-12">
      {race.horses.map(({ id, number, name, color }) => {
        const part = finished ? 1 : (covered[number - 1] ?? 0);
        return (
          <div key={id} className="flex items-center gap-3">
            <Silk number={number} color={color} size={30} />
            <span className="w-36 truncate font-bold max-tablet:sr-only">{name}</span>
            <ProgressBar
              label={`${number} ${name}`}
              value={part}
              max={1}
              color={color}
              className="h-3 min-w-0 flex-1"
            />
            {/* The same room in each row: bars of different lengths would show a wrong order. */}
            {marked !== null && (
              <span className="w-[4.6rem] shrink-0">
                {marked === id && (
                  <span className="rounded-s bg-accent px-1.5 py-0.5 text-[0.66rem] font-bold tracking-wide text-ink">
                    {t("selected")}
                  </span>
                )}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}
