import { useState } from "react";
import type { Approval } from "../../../../contract/approvals/approvals.ts";
import { approvalText } from "../../../../contract/approvals/approval-text.ts";
import { walletChain } from "../../../../contract/sign-in/wallet-chain.ts";
import type { Network } from "../../../../domain/networks.ts";
import { useRuntime } from "../../../foundation/lib/runtime.ts";
import { type SignedText, signText } from "../../../foundation/lib/wallet/sign-text.ts";
import type { SigningMethod } from "../../../foundation/lib/wallet/signing-method.ts";
import { useWallet } from "../../../foundation/lib/wallet/wallet-store.ts";
import { errorText } from "../../../foundation/lib/call-refused.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Dialog } from "../../../foundation/ui/dialog.tsx";
import { SignInstead } from "../../../foundation/ui/sign-instead/sign-instead.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import { useChange } from "../kit/use-change.ts";
import { kitWords } from "../kit/words.en.ts";
import { CauseFact, Fact, kindTexts, RequestFacts } from "./request-facts.tsx";
import { approvalsWords } from "./words.en.ts";

export type Decision = "approve" | "decline" | "withdraw";

const texts = {
  approve: { about: "approveAbout", done: "approved", failed: "approveFailed" },
  decline: { about: "declineAbout", done: "declined", failed: "declineFailed" },
  withdraw: { about: "withdrawAbout", done: "withdrawn", failed: "withdrawFailed" },
} as const satisfies Record<Decision, object>;

const stale = [
  "listApprovals",
  "listSettings",
  "getOverview",
  "listUsers",
  "getUserDetails",
  "listAdmins",
] as const;

/** The wallet's signature over all that the request would do (rule APPROVALS-9); null if it gave none. */
async function signApproval(
  approval: Approval,
  network: Network | null,
  method?: SigningMethod,
): Promise<SignedText | null> {
  const { wallet, account } = useWallet.getState();
  if (wallet === null || account === null || network === null) return null;
  try {
    return await signText(wallet, account, {
      chain: walletChain(network),
      text: approvalText(approval),
      method,
    });
  } catch (error) {
    console.info(`${wallet.name} did not sign the request.`, error);
    return null;
  }
}

interface DecisionDialogProps {
  readonly approval: Approval;
  readonly decision: Decision;
  readonly onClose: () => void;
}

/**
 * Asks for confirmation before a request is decided. A refusal is shown in place and the dialog stays open: a request
 * that cannot be carried out now may be carried out later, or be declined.
 */
export function DecisionDialog({ approval, decision, onClose }: DecisionDialogProps) {
  const { t, sol } = useWords(approvalsWords);
  const inKit = useWords(kitWords);
  const adminWallet = useAdminAddress();
  const [reason, setReason] = useState("");
  const [complaint, setComplaint] = useState<string | null>(null);
  const { about, done, failed } = texts[decision];
  const outcome = { stale, done: t(done), failed: t(failed) };
  const approve = useChange({ call: "approveRequest", ...outcome });
  const reject = useChange({ call: "rejectRequest", ...outcome });
  const [isSigning, setSigning] = useState(false);
  const [isUnsigned, setUnsigned] = useState(false);
  const isBusy = isSigning || approve.isPending || reject.isPending;
  const network = useRuntime()?.network ?? null;
  const send = async (method?: SigningMethod) => {
    setComplaint(null);
    const params = { id: approval.id };
    const body = { adminWallet, reason: reasonOf(reason) };
    const then = {
      onSuccess: onClose,
      onError: (error: Error) => setComplaint(errorText(error, t(failed))),
    };
    if (decision !== "approve") return reject.mutate({ params, body }, then);
    setSigning(true);
    const signed = await signApproval(approval, network, method);
    setSigning(false);
    setUnsigned(signed === null);
    if (signed === null) setComplaint(t("signFailed"));
    else approve.mutate({ params, body: { ...body, ...signed } }, then);
  };
  return (
    <Dialog open onClose={onClose} title={t(decision)}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void send();
        }}
      >
        <dl className="grid grid-cols-2 gap-3 rounded-m border border-divider bg-bg p-3">
          <Fact name={t("what")}>
            <b>{t(kindTexts[approval.kind])}</b>
          </Fact>
          {approval.amount > 0n && (
            <Fact name={t("amount")}>
              <b>{sol(approval.amount)} SOL</b>
            </Fact>
          )}
          <RequestFacts approval={approval} />
          <CauseFact approval={approval} />
        </dl>
        <p className="text-muted">{t(about)}</p>
        <ReasonField value={reason} rows={2} onChange={setReason} />
        <p role="alert" className="font-bold text-bad empty:hidden">
          {complaint}
        </p>
        {isUnsigned && <SignInstead disabled={isBusy} onSign={(method) => void send(method)} />}
        <div className="grid grid-cols-2 gap-3">
          <Button className="min-h-[54px]" onClick={onClose}>
            {inKit.t("cancel")}
          </Button>
          <Button
            look={decision === "approve" ? "primary" : "secondary"}
            type="submit"
            disabled={isBusy}
            className={decision === "approve" ? "" : "danger-fill min-h-[54px]"}
          >
            {t(decision)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
