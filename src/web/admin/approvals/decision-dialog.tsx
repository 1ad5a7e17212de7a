import { useState } from "react";
import type { Approval } from "../../../contract/approvals/approvals.ts";
import { errorText } from "../../lib/call-refused.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useWords } from "../../words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { TextArea } from "../kit/fields.tsx";
import { useChange } from "../kit/use-change.ts";
import { kitWords } from "../kit/words.en.ts";
import { Fact, kindTexts, RequestFacts } from "./request-facts.tsx";
import { approvalsWords } from "./words.en.ts";

export type Decision = "approve" | "decline" | "withdraw";

const LONGEST_REASON = 500;
const texts = {
  approve: { about: "approveAbout", done: "approved", failed: "approveFailed" },
  decline: { about: "declineAbout", done: "declined", failed: "declineFailed" },
  withdraw: { about: "withdrawAbout", done: "withdrawn", failed: "withdrawFailed" },
} as const satisfies Record<Decision, object>;

interface DecisionDialogProps {
  readonly approval: Approval;
  readonly decision: Decision;
  readonly onClose: () => void;
}

/**
 * Asks for confirmation before a request is decided. A refusal is shown in place and the dialog stays open: a request
 * that cannot be carried out now may be carried out later, or be declined (rule ADMIN-31).
 */
export function DecisionDialog({ approval, decision, onClose }: DecisionDialogProps) {
  const { t, sol } = useWords(approvalsWords);
  const inKit = useWords(kitWords);
  const adminWallet = useAdminAddress();
  const [reason, setReason] = useState("");
  const [complaint, setComplaint] = useState<string | null>(null);
  const { about, done, failed } = texts[decision];
  const decide = useChange({
    call: decision === "approve" ? "approveRequest" : "rejectRequest",
    stale: ["listApprovals", "listSettings", "getOverview", "listUsers", "getUserDetails"],
    done: t(done),
    failed: t(failed),
  });
  const send = () => {
    setComplaint(null);
    const given = reason.trim();
    decide.mutate(
      { params: { id: approval.id }, body: { adminWallet, ...(given !== "" && { reason: given }) } },
      { onSuccess: onClose, onError: (error) => setComplaint(errorText(error, t(failed))) },
    );
  };
  return (
    <Dialog open onClose={onClose} title={t(decision)}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!decide.isPending) send();
        }}
      >
        <dl className="grid grid-cols-2 gap-3 rounded-m border border-divider bg-bg p-3">
          <Fact name={t("what")}>
            <b>{t(kindTexts[approval.kind])}</b>
          </Fact>
          <Fact name={t("amount")}>
            <b>{sol(approval.amount)} SOL</b>
          </Fact>
          <RequestFacts approval={approval} />
        </dl>
        <p className="text-muted">{t(about)}</p>
        <TextArea
          label={t("decisionReason")}
          value={reason}
          rows={2}
          maxLength={LONGEST_REASON}
          onChange={setReason}
        />
        <p role="alert" className="font-bold text-bad empty:hidden">
          {complaint}
        </p>
        <div className="grid grid-cols-2 gap-3">
          <Button className="min-h-[54px]" onClick={onClose}>
            {inKit.t("cancel")}
          </Button>
          <Button
            look={decision === "approve" ? "primary" : "secondary"}
            type="submit"
            disabled={decide.isPending}
            className={decision === "approve" ? "" : "danger-fill min-h-[54px]"}
          >
            {t(decision)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
