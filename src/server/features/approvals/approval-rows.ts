import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import {
  type Approval,
  type ApprovalKind,
  houseRequests,
  type HouseRequest,
} from "../../../contract/approvals/approvals.ts";
import { sha256Hex } from "../../../domain/fairness.ts";
import { shownRpcUrl } from "../../../domain/rpc-url.ts";
import type { Tx } from "../../foundation/db/database.ts";
import { approvals } from "../../foundation/db/schema/approvals.ts";

export type ApprovalRow = typeof approvals.$inferSelect;

/** Locks the row until the transaction ends, so that nobody else can decide it; null when there is none. */
export async function lockApproval(tx: Tx, id: string): Promise<ApprovalRow | null> {
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, id)).for("update");
  return row ?? null;
}

/** A request as stored: JSON. */
export const encodeRequest = <Kind extends ApprovalKind>(kind: Kind, request: HouseRequest<Kind>): unknown =>
  z.encode<z.core.$ZodType>(houseRequests[kind], request);

/** Throws for anything that no version ever stored: money is not moved on a guess. */
export const decodeRequest = ({ kind, request }: ApprovalRow): HouseRequest<ApprovalKind> =>
  z.decode(houseRequests[kind] as z.ZodMiniType<HouseRequest<ApprovalKind>>, request as never);

/**
 * A stored request without what may be a key: of a node's URL only the host is shown (rule LIMITS-5), and the SHA-256
 * of the whole, so that an approval is of this URL and no other at the same host (rule APPROVALS-9).
 */
export const shownRequest = (kind: ApprovalKind, request: unknown): unknown => {
  if (kind !== "node-setting") return request;
  const node = request as { readonly settingValue: string };
  const { settingValue: url } = node;
  return { ...node, settingValue: shownRpcUrl(url), urlSha256: sha256Hex(url) };
};

/** An approval as admins see it. */
export const asApproval = (row: ApprovalRow): Approval =>
  ({
    id: row.id,
    kind: row.kind,
    request: decodeRequest({ ...row, request: shownRequest(row.kind, row.request) }),
    amount: row.amount,
    cause: row.cause,
    moved_before: row.movedBefore,
    sum_limit: row.sumLimit,
    reason: row.reason,
    asked_by: row.askedBy,
    asked_at: row.askedAt,
    expires_at: row.expiresAt,
    status: row.status,
    decided_by: row.decidedBy,
    decided_at: row.decidedAt,
    decision_reason: row.decisionReason,
    // The compiler cannot see that the request is decoded according to its kind.
  }) as Approval;
