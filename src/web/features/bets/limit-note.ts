import type { OwnLimits } from "../../../contract/own-limits/own-limits.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { leftOf, limitPassed } from "../../../domain/own-limits.ts";
import { limitUses } from "../../foundation/lib/own-limits.ts";
import type { TranslatorOf } from "../../foundation/words/words.ts";
import type { betWords } from "./words.en.ts";

const texts = {
  stakeDay: "limitStakeDay",
  stakeWeek: "limitStakeWeek",
  lossDay: "limitLossDay",
  lossWeek: "limitLossWeek",
} as const;

/** Says before the press which of the player's own limits a stake exceeds, as the server would (rule BET-16). */
export function limitNote(
  limits: OwnLimits,
  stake: Lamports,
  { t, sol, moment }: TranslatorOf<typeof betWords>,
): string | null {
  if (limits.break !== null) return t("onBreak", { time: moment(limits.break.until) });
  const passed = stake > 0n ? limitPassed(limitUses(limits), stake) : null;
  if (passed === null) return null;
  const text = t(texts[passed.kind], { limit: sol(passed.limit), left: sol(leftOf(passed)) });
  return passed.freesAt === null ? text : `${text} ${t("limitFrees", { time: moment(passed.freesAt) })}`;
}
