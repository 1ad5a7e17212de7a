import { useQuery } from "@tanstack/react-query";
import type { Lamports } from "../../domain/lamports.ts";
import { parseSol } from "../../domain/sol-amount.ts";
import { usePlayer } from "../lib/player.ts";
import { publicSettingsQuery } from "../lib/public-settings.ts";
import { classNames } from "../ui/class-names.ts";
import { Panel } from "../ui/panel.tsx";
import { useWords } from "../words/use-words.ts";
import { raceWords } from "./words.en.ts";

const tiers = ["inTheMoney", "exacta", "trifecta", "superfecta"] as const;

/** Wins in a row, and the bonus that the fourth one pays. */
export function WinStreak() {
  const player = usePlayer();
  const streak = player.kind === "player" ? player.user.current_win_streak : 0;
  const bonus = useSuperfectaBonus();
  const { t, sol } = useWords(raceWords);
  return (
    <Panel
      heading={t("winStreak")}
      aside={bonus === null ? "" : t("superfectaBonus", { amount: sol(bonus, 1) })}
    >
      <ol className="grid h-[calc(100%-2.75rem)] grid-cols-4 gap-2.5 px-4 pb-4">
        {tiers.map((tier, index) => {
          const lit = streak >= index + 1;
          return (
            <li
              key={tier}
              data-lit={lit}
              className={classNames(
                "flex flex-col items-center justify-center rounded-m border px-1 py-2 text-center",
                lit ? "border-accent bg-selected" : "border-divider text-muted",
              )}
            >
              <span className={`figure text-lg leading-tight ${lit ? "text-bright" : ""}`}>{index + 1}</span>
              <span className="text-xs font-bold">{t(tier)}</span>
              {lit && <span className="sr-only">{t("reached")}</span>}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

/** The bonus as its setting has it; null until it is known. */
function useSuperfectaBonus(): Lamports | null {
  const { data } = useQuery(publicSettingsQuery);
  const text = data?.settings.find(
    ({ setting_key }) => setting_key === "superfecta_bonus_sol",
  )?.setting_value;
  const parsed = text === undefined ? null : parseSol(text);
  return parsed?.ok === true ? parsed.value : null;
}
