import { useEffect } from "react";
import type { Approval } from "../../../../contract/approvals/approvals.ts";
import { serverNow } from "../../../foundation/lib/server-clock.ts";
import { onSocketEvent } from "../../../foundation/lib/socket.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { refetchAnswers } from "../kit/use-change.ts";
import { useAnswer } from "../kit/use-rows.ts";
import { type ApprovalObstacle, approvalObstacle } from "./approval-obstacle.ts";

/** Polling interval, for what is missed while there is no connection. */
const EVERY_MS = 15_000;

/** Requests waiting for another admin, oldest first. */
export function useWaiting() {
  const walletAddress = useAdminAddress();
  return useAnswer("listApprovals", { query: { walletAddress } }, { everyMs: EVERY_MS });
}

/** Why this admin cannot approve a request; null if they can, as far as this page knows (rule APPROVALS-8). */
export function useApprovalObstacle(): (approval: Approval) => ApprovalObstacle | null {
  const by = useAdminAddress();
  const { data } = useAnswer("listAdmins", { query: { walletAddress: by } });
  return (approval) => approvalObstacle(approval, by, { admins: data?.admins ?? [], nowMs: serverNow() });
}

/** Requests that this admin can approve. */
export function useToDecide(): readonly Approval[] {
  const obstacle = useApprovalObstacle();
  const waiting = useWaiting().data?.waiting ?? [];
  return waiting.filter((approval) => obstacle(approval) === null);
}

/** Refetches as soon as this admin is notified of a request or of its end. */
export function useApprovalNews(address: string): void {
  useEffect(
    () =>
      onSocketEvent("user-notification", ({ notification: { type } }) => {
        if (type === "approval_asked" || type === "approval_decided")
          void refetchAnswers(address, "listApprovals", "listSettings", "getOverview", "listAdmins");
      }),
    [address],
  );
}
