import type { RaceHorse } from "../../contract/races/race-shape.ts";
import { horseText } from "../words/from-server.ts";
import { useWords } from "../words/use-words.ts";
import { raceWords } from "./words.en.ts";

/**
 * More about a horse while the pointer rests on it, or else the focus. Beside the list, where there is room; never two
 * at a time.
 */
export function HorseCard({ horse, hidden }: { readonly horse: RaceHorse; readonly hidden: boolean }) {
  const { name, number, wins, races, pick_rate, win_rate, betCount, description } = horse;
  const { t, whole, percent } = useWords(raceWords);
  const told = horseText(horse);
  const facts = [
    ["wins", whole(wins)],
    ["races", whole(races)],
    ["pickRate", percent(pick_rate, 1)],
    ["winRate", percent(win_rate, 1)],
    ["currentBets", hidden || betCount === null ? t("hidden") : whole(betCount)],
  ] as const;
  return (
    <div
      role="tooltip"
      className="panel pointer-events-none invisible absolute top-0 right-full z-20 mr-3 w-56 bg-panel p-4 opacity-0 transition delay-0 duration-(--hover-ms) group-hover:visible group-hover:opacity-100 group-hover:delay-300 group-has-focus-visible:visible group-has-focus-visible:opacity-100 group-hover/horses:not-group-hover:invisible! group-hover/horses:not-group-hover:opacity-0! max-wide:hidden"
    >
      <p className="figure text-lg">
        {number} · {name}
      </p>
      {description !== "" && (
        <p lang={told.lang} className="mt-1 text-sm text-muted italic">
          {told.text}
        </p>
      )}
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
        {facts.map(([fact, value]) => (
          <div key={fact} className="contents">
            <dt className="text-muted">{t(fact)}</dt>
            <dd className="text-right font-bold">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
