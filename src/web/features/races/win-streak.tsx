import { usePlayer } from "../../foundation/lib/player.ts";
import { useRace } from "../../foundation/live/race-store.ts";
import { classNames } from "../../foundation/ui/class-names.ts";
import { Panel } from "../../foundation/ui/panel.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { bonusText } from "./bonus-text.ts";
import { raceWords } from "./words.en.ts";

const tiers = ["inTheMoney", "exacta", "trifecta", "superfecta"] as const;

/** Wins in a row, and the bonus that the fourth one pays, or how far the fund is from paying it (rule MONEY-14). */
export function WinStreak() {
  const player = usePlayer();
  const streak = player.kind === "player" ? (player.user.current_win_streak ?? 0) : 0;
  const bonus = useRace((state) => state.race?.superfecta ?? null);
  const inRaces = useWords(raceWords);
  const { t } = inRaces;
  return (
    <Panel heading={t("winStreak")} aside={bonusText(bonus, inRaces)} className="flex flex-col">
      <ol className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(3.7rem,1fr))] gap-1.5 px-3 pb-3">
        {tiers.map((tier, index) => {
          const lit = streak >= index + 1;
          return (
            <li
              key={tier}
              data-lit={lit}
              className={classNames(
                "flex flex-col items-center justify-center rounded-m border px-0.5 py-2 text-center",
                lit ? "border-accent bg-selected" : "border-divider text-muted",
              )}
            >
              <span translate="no" className={`figure text-lg leading-tight ${lit ? "text-bright" : ""}`}>
                {index + 1}
              </span>
              <span className="text-xs font-bold tracking-tight">{t(tier)}</span>
              {lit && <span className="sr-only">{t("reached")}</span>}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
