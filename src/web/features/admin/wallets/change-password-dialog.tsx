import { useState } from "react";
import { Button } from "../../../foundation/ui/button.tsx";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { NewPasswordFields, noPassword, problemOf } from "./password-rules.tsx";
import type { MasterPassword } from "./use-master-password.ts";
import { walletsWords } from "./words.en.ts";

interface ChangePasswordDialogProps {
  /** Holds the present password. */
  readonly master: MasterPassword;
  readonly onClose: () => void;
}

/**
 * Replaces the master password that was typed in the tab; the dialog stays open if the new one was not accepted.
 */
export function ChangePasswordDialog({ master, onClose }: ChangePasswordDialogProps) {
  const { t } = useWords(walletsWords);
  const [chosen, setChosen] = useState(noPassword);
  const [complaint, setComplaint] = useState<string | null>(null);
  const isBusy = master.underWay !== null;

  async function change() {
    const problem = problemOf(chosen);
    setComplaint(problem === null ? null : t(problem));
    if (problem !== null) return;
    const { password: newPassword, confirmation: confirmPassword } = chosen;
    const outcome = await master.call({
      call: "changeMasterPassword",
      purpose: "house-wallets",
      input: (body) => ({ body: { ...body, newPassword, confirmPassword } }),
      done: () => t("changeDone"),
      failed: t("changeFailed"),
    });
    // The present password is typed outside this dialog.
    if (outcome.kind !== "not-sent") onClose();
  }

  return (
    <Dialog open onClose={onClose} title={t("changePassword")}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        <p className="text-sm text-muted">{t("changeMeans")}</p>
        <NewPasswordFields
          value={chosen}
          onChange={(typed) => {
            setChosen(typed);
            setComplaint(null);
          }}
        />
        <p role="alert" className="text-sm text-bad empty:hidden">
          {complaint}
        </p>
        <div className="grid grid-cols-2 gap-3">
          <Button className="min-h-[54px]" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button look="primary" type="submit" disabled={isBusy}>
            {t(isBusy ? "working" : "change")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
