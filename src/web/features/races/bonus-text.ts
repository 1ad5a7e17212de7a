import type { Race } from "../../../contract/races/race-shape.ts";
import type { TranslatorOf } from "../../foundation/words/words.ts";
import type { raceWords } from "./words.en.ts";

/**
 * What a streak of four pays, to the lamport; or that the fund is refilling, with its current amount, since it then
 * pays nothing (rule MONEY-14).
 */
export function bonusText(
  superfecta: Race["superfecta"],
  { t, sol }: TranslatorOf<typeof raceWords>,
): string {
  if (superfecta === null) return "";
  const { bonus, fund, isCovered } = superfecta;
  const amount = sol(bonus);
  return isCovered ? t("superfectaBonus", { amount }) : t("bonusRefilling", { amount, fund: sol(fund) });
}
