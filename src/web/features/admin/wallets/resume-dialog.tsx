import { useState } from "react";
import { useWords } from "../../../foundation/words/use-words.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import type { MasterPassword } from "./use-master-password.ts";
import { walletsWords } from "./words.en.ts";

interface ResumeDialogProps {
  readonly master: MasterPassword;
  /** Whether books and chain still differ, so that house equity would take the difference. */
  readonly differs: boolean;
  readonly onClose: () => void;
}

/**
 * Lets payments go out again after a halt; a difference that still exists requires an explanation
 * (rule MONEY-20).
 */
export function ResumeDialog({ master, differs, onClose }: ResumeDialogProps) {
  const { t } = useWords(walletsWords);
  const [reason, setReason] = useState("");
  async function resume() {
    const outcome = await master.call({
      call: "resumePayments",
      input: (body) => ({ body: { ...body, reason: reasonOf(reason) } }),
      done: () => t("resumeDone"),
      failed: t("resumeFailed"),
    });
    if (outcome.kind !== "not-sent") onClose();
  }
  return (
    <ConfirmDialog
      title={t("resume")}
      action={t("resume")}
      isBusy={master.underWay !== null}
      onClose={onClose}
      onConfirm={() => void resume()}
    >
      <p className="mb-4">{t(differs ? "resumeDiffers" : "resumeAgrees")}</p>
      <ReasonField label={t("explanation")} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
