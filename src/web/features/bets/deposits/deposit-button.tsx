import { openDialog } from "../../../foundation/lib/dialogs.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { betWords } from "../words.en.ts";

/** Next to the balance: adds money to it. */
export function DepositButton() {
  const { t } = useWords(betWords);
  return <Button onClick={() => openDialog("deposit")}>{t("deposit")}</Button>;
}
