import type { TranslatorOf } from "../../foundation/words/words.ts";
import type { playerWords } from "./words.en.ts";

interface Picked {
  readonly horse_name: string;
  /** Zero-based lane. */
  readonly selected_horse: number;
}

/** A horse by its name; one without a name by its lane. */
export function horseText(
  { horse_name, selected_horse }: Picked,
  { t }: TranslatorOf<typeof playerWords>,
): string {
  if (horse_name !== "") return horse_name;
  return selected_horse >= 0 ? t("horseNumber", { number: selected_horse + 1 }) : t("unknownHorse");
}
