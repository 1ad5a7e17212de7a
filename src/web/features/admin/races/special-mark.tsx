import { Trophy } from "lucide-react";
import { useWords } from "../../../foundation/words/use-words.ts";
import { racesWords } from "./words.en.ts";

/** The trophy of a race that an admin asked for. */
export function SpecialMark() {
  const { t } = useWords(racesWords);
  return (
    <span title={t("specialRace")} className="inline-flex text-bright">
      <Trophy aria-hidden size={16} />
      <span className="sr-only">{t("specialRace")}</span>
    </span>
  );
}
