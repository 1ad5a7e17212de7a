import type { Race } from "../../../contract/races/race-shape.ts";
import { parseSol } from "../../../domain/sol-amount.ts";
import type { TranslatorOf } from "../../foundation/words/words.ts";
import type { betWords } from "./words.en.ts";

/**
 * Says that a bet would not change the win streak, because it is too small or has no fee; null when it counts
 * (rule MONEY-15).
 */
export function streakNote(
  superfecta: Race["superfecta"],
  amount: string,
  { t, sol }: TranslatorOf<typeof betWords>,
): string | null {
  const stake = parseSol(amount);
  if (superfecta === null || !stake.ok || stake.value === 0n) return null;
  const { minimumBet } = superfecta;
  if (minimumBet === null) return t("streakNone");
  return stake.value < minimumBet ? t("streakTooSmall", { amount: sol(minimumBet) }) : null;
}
