import { useEffect } from "react";
import type { Approval } from "../../../contract/approvals/approvals.ts";
import { onSocketEvent } from "../../lib/socket.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { refetchAnswers } from "../kit/use-change.ts";
import { useAnswer } from "../kit/use-rows.ts";

/** Polling interval, for what is missed while there is no connection. */
const EVERY_MS = 15_000;

/** Requests waiting for another admin, oldest first. */
export function useWaiting() {
  const walletAddress = useAdminAddress();
  return useAnswer("listApprovals", { query: { walletAddress } }, { everyMs: EVERY_MS });
}

/** Requests that this admin can decide: nobody approves their own request. */
export function useToDecide(): readonly Approval[] {
  const address = useAdminAddress();
  const waiting = useWaiting().data?.waiting ?? [];
  return waiting.filter(({ asked_by: asker }) => asker !== address);
}

/** Refetches as soon as this admin is notified of a request or of its end (rule ADMIN-32). */
export function useApprovalNews(address: string): void {
  useEffect(
    () =>
      onSocketEvent("user-notification", ({ notification: { type } }) => {
        if (type === "approval_asked" || type === "approval_decided")
          void refetchAnswers(address, "listApprovals", "listSettings", "getOverview");
      }),
    [address],
  );
}
