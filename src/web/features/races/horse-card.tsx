import type { RaceHorse } from "../../../contract/races/race-shape.ts";
import { horseText } from "../../foundation/words/from-server.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { raceWords } from "./words.en.ts";

interface HorseCardProps {
  readonly id: string;
  readonly horse: RaceHorse;
  /** Whether amounts and counts of each horse are hidden. */
  readonly hidden: boolean;
}

/**
 * More about a horse while the pointer, or otherwise the focus, is on it. Next to the list, where there is room; never
 * two at a time. Elsewhere {@link HorseDetails} says the same.
 */
export function HorseCard({ id, horse, hidden }: HorseCardProps) {
  return (
    <div
      id={id}
      role="tooltip"
      className="panel pointer-events-none invisible absolute top-0 right-full z-20 mr-3 w-56 bg-panel p-4 opacity-0 transition delay-0 duration-(--hover-ms) group-hover:visible group-hover:opacity-100 group-hover:delay-300 group-has-focus-visible:visible group-has-focus-visible:opacity-100 group-hover/horses:not-group-hover:invisible! group-hover/horses:not-group-hover:opacity-0! max-wide:hidden"
    >
      <p translate="no" className="figure text-lg">
        {horse.number} · {horse.name}
      </p>
      <HorseFacts horse={horse} hidden={hidden} />
    </div>
  );
}

/**
 * The same below the horse's row, where there is no room for a card next to it: opened by touch or key.
 */
export function HorseDetails({ id, horse, hidden }: HorseCardProps) {
  return (
    <div id={id} className="border-t border-divider bg-bg/40 px-4 py-3 enter wide:hidden">
      <HorseFacts horse={horse} hidden={hidden} />
    </div>
  );
}

function HorseFacts({ horse, hidden }: Omit<HorseCardProps, "id">) {
  const { wins, races, pick_rate, win_rate, betCount, description } = horse;
  const { t, whole, percent } = useWords(raceWords);
  const descriptionText = horseText(horse);
  const facts = [
    ["wins", whole(wins)],
    ["races", whole(races)],
    ["pickRate", percent(pick_rate, 1)],
    ["winRate", percent(win_rate, 1)],
    ["currentBets", hidden || betCount === null ? t("hidden") : whole(betCount)],
  ] as const;
  return (
    <>
      {description !== "" && (
        <p lang={descriptionText.lang} className="mt-1 text-sm text-muted italic">
          {descriptionText.text}
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
    </>
  );
}
