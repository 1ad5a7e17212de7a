import { openDialog } from "../../lib/dialogs.ts";
import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/use-words.ts";
import { betWords } from "../words.en.ts";

/** Next to the balance: adds money to it. */
export function DepositButton() {
  const { t } = useWords(betWords);
  return <Button onClick={() => openDialog("deposit")}>{t("deposit")}</Button>;
}
