import type { Api } from "../../../../contract/api.ts";
import type { Approval } from "../../../../contract/approvals/approvals.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { type Admin, approvesFromMs, areIndependent } from "../../../../domain/second-admin.ts";

type Listed = Reply<Api["listAdmins"]>["admins"][number];

/** Why an admin cannot approve a request; null if nothing is known against it (rule APPROVALS-8). */
export type ApprovalObstacle = "own" | "notIndependent" | "tooNew";

export function approvalObstacle(
  { asked_by: askedBy }: Pick<Approval, "asked_by">,
  by: string,
  { admins, nowMs }: { readonly admins: readonly Listed[]; readonly nowMs: number },
): ApprovalObstacle | null {
  if (askedBy === by) return "own";
  const find = (wallet: string) => admins.find(({ wallet_address: listed }) => listed === wallet);
  const [asker, approver] = [find(askedBy), find(by)];
  if (asker === undefined || approver === undefined) return null;
  if (!areIndependent(adminOf(asker), adminOf(approver))) return "notIndependent";
  return nowMs < approvesFromMs(adminOf(approver)) ? "tooNew" : null;
}

/** In local mode wallets make themselves admins, and count like those of the environment. */
const adminOf = ({ wallet_address: wallet, appointed_by: by, appointed_at: at }: Listed): Admin => ({
  wallet,
  appointed: by === null || at === null || by === wallet ? null : { by, atMs: at.getTime() },
});
