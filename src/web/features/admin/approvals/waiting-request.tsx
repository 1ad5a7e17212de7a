import { useState } from "react";
import type { Approval } from "../../../../contract/approvals/approvals.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Chip } from "../kit/bits.tsx";
import { clockText } from "../kit/time-span.ts";
import { type Decision, DecisionDialog } from "./decision-dialog.tsx";
import { CauseFact, Fact, kindTexts, RequestFacts, Who } from "./request-facts.tsx";
import { useApprovalObstacle } from "./use-waiting.ts";
import { approvalsWords } from "./words.en.ts";

/** The last hour is highlighted. */
const SOON_MS = 3_600_000;

interface WaitingRequestProps {
  readonly approval: Approval;
  readonly isFirst: boolean;
  /** The server's time, in ms. */
  readonly now: number;
}

/** A waiting request: everything needed for a decision, and the decision. */
export function WaitingRequest({ approval, isFirst, now }: WaitingRequestProps) {
  const { t, sol, dayAndTime } = useWords(approvalsWords);
  const address = useAdminAddress();
  const [decision, setDecision] = useState<Decision | null>(null);
  const isOwn = approval.asked_by === address;
  const obstacle = useApprovalObstacle()(approval);
  const leftMs = approval.expires_at.getTime() - now;
  return (
    <li data-request={approval.id} className="border-t border-hair px-4 py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="font-ui text-base font-bold">{t(kindTexts[approval.kind])}</h3>
        {approval.amount > 0n && (
          <p translate="no" className="figure text-lg">
            {sol(approval.amount)} <span className="font-ui text-xs font-bold text-muted">SOL</span>
          </p>
        )}
        {isOwn && <Chip tone="info">{t("own")}</Chip>}
        <p className={`ml-auto text-sm ${leftMs < SOON_MS ? "font-bold text-warn" : "text-muted"}`}>
          {t("left", { time: clockText(leftMs) })}
        </p>
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 text-sm tablet:grid-cols-4">
        <RequestFacts approval={approval} />
        <CauseFact approval={approval} />
        <Fact name={t("askedBy")}>
          <Who wallet={approval.asked_by} />
        </Fact>
        <Fact name={t("askedAt")}>{dayAndTime(approval.asked_at)}</Fact>
        <Fact name={t("reason")}>
          {approval.reason ?? <span className="text-muted">{t("noReason")}</span>}
        </Fact>
      </dl>
      <div className="mt-3 flex flex-wrap gap-3">
        {isOwn ? (
          <Button onClick={() => setDecision("withdraw")}>{t("withdraw")}</Button>
        ) : (
          <>
            {obstacle === null && (
              <Button
                look={isFirst ? "primary" : "secondary"}
                className="min-w-36 text-base! tablet:min-h-11!"
                onClick={() => setDecision("approve")}
              >
                {t("approve")}
              </Button>
            )}
            <Button className="min-w-36 max-tablet:min-h-[54px]" onClick={() => setDecision("decline")}>
              {t("decline")}
            </Button>
          </>
        )}
      </div>
      {(obstacle === "notIndependent" || obstacle === "tooNew") && (
        <p className="mt-2 text-sm text-warn">{t(obstacle)}</p>
      )}
      {decision !== null && (
        <DecisionDialog approval={approval} decision={decision} onClose={() => setDecision(null)} />
      )}
    </li>
  );
}
