import type { Race } from "../../../contract/races/race-shape.ts";
import { classNames } from "../ui/class-names.ts";
import { Silk } from "../ui/silk.tsx";
import { useWords } from "../words/use-words.ts";
import { useRace } from "../live/race-store.ts";
import { amountsHidden, phaseOf } from "../live/race-phase.ts";
import { COMPACT_BELOW, laneMiddlePercent } from "../../../track/lanes.ts";
import { useMarkedHorse } from "../live/bet-slip.ts";
import { useMedia } from "../lib/use-media.ts";
import { trackViewWords } from "./words.en.ts";

/** Beside each other; one below the other on a phone, where the gates begin near the left edge. */
const texts =
  "flex gap-x-2 text-sm tablet:items-center max-tablet:flex-col max-tablet:text-xs max-tablet:leading-tight";

/** Whose lane is which, and how many bets are on it while that is not hidden. */
export function LaneLabels({ race }: { readonly race: Race }) {
  const marked = useMarkedHorse();
  const phase = useRace((state) => phaseOf(state).kind);
  const hidden = useRace(amountsHidden);
  const compact = useMedia(`(width < ${COMPACT_BELOW}px)`);
  const { t } = useWords(trackViewWords);
  const isRun = useRace((state) => state.result !== null);
  const hasStarted = isRun || phase === "racing" || phase === "finished";
  const collapsed = hasStarted || phase === "post";
  return (
    <ol aria-label={t("lanes")} className="pointer-events-none absolute inset-y-0 left-0">
      {race.horses.map(({ id, number, name, color, betCount }, lane) => (
        <li
          key={id}
          style={{ top: `${laneMiddlePercent(lane, compact)}%` }}
          className={classNames(
            "absolute left-1 flex -translate-y-1/2 items-center gap-1 rounded-full border bg-black/55 py-0.5 pr-2 pl-1 whitespace-nowrap text-white",
            marked === id ? "border-accent ring-1 ring-accent" : "border-white/15",
            collapsed && marked !== id && "pr-1",
          )}
        >
          <Silk number={number} color={color} size={24} />
          <span className={collapsed ? "contents" : texts}>
            <span className={collapsed ? "sr-only" : "font-bold"}>{name}</span>
            <span className="flex items-center gap-2 empty:hidden">
              {!collapsed && !hidden && betCount !== null && (
                <span className="text-white/80">{t("betCount", { count: betCount })}</span>
              )}
              {marked === id && (
                <span className="rounded-s bg-accent px-1.5 py-0.5 text-[0.66rem] leading-none font-bold tracking-wide text-ink">
                  {t("selected")}
                </span>
              )}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
