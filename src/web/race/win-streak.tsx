import { useQuery } from "@tanstack/react-query";
import { formatSol, parseSol } from "../../domain/sol-amount.ts";
import { usePlayer } from "../lib/player.ts";
import { publicSettingsQuery } from "../lib/public-settings.ts";
import { classNames } from "../ui/class-names.ts";
import { Panel } from "../ui/panel.tsx";

const tiers = ["In The Money", "Exacta", "Trifecta", "Superfecta"] as const;

/** Wins in a row, and the bonus that the fourth one pays. */
export function WinStreak() {
  const player = usePlayer();
  const streak = player.kind === "player" ? player.user.current_win_streak : 0;
  const bonus = useSuperfectaBonus();
  return (
    <Panel heading="Win streak" aside={bonus === null ? "" : `Superfecta bonus ${bonus} SOL`}>
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
              <span className="text-xs font-bold">{tier}</span>
              {lit && <span className="sr-only">reached</span>}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

/** The bonus as its setting has it; null until it is known. */
function useSuperfectaBonus(): string | null {
  const { data } = useQuery(publicSettingsQuery);
  const text = data?.settings.find(
    ({ setting_key }) => setting_key === "superfecta_bonus_sol",
  )?.setting_value;
  const parsed = text === undefined ? null : parseSol(text);
  return parsed?.ok === true ? formatSol(parsed.value, 1) : null;
}
