import { and, asc, eq, gt, isNotNull, ne, or } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { approvalOrders } from "../../../contract/approvals/approvals.ts";
import { MAX_PAGE } from "../../../contract/wire/codecs.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { ok, type Result } from "../../../domain/result.ts";
import { readActsLimit, sumHouseActs } from "../../foundation/books/house-acts.ts";
import type { Db } from "../../foundation/db/database.ts";
import { approvals } from "../../foundation/db/schema/approvals.ts";
import { type ListSearch, pageInOrder } from "../../foundation/db/list-order.ts";
import type { Clock } from "../../foundation/ports.ts";
import { asApproval } from "./approval-rows.ts";

type ApprovalRow = typeof approvals.$inferSelect;

const decidedRequests = {
  first: ["decided", "desc"],
  orders: {
    decided: {
      by: approvals.decidedAt,
      as: "time",
      keyOf: (row: ApprovalRow) => row.decidedAt ?? row.askedAt,
    },
    amount: { by: approvals.amount, as: "number", keyOf: (row: ApprovalRow) => row.amount },
  },
  id: { by: approvals.id, as: "text", keyOf: (row: ApprovalRow) => row.id },
} as const;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  /** The limit that the environment sets; null where the setting decides. */
  readonly secondAdminAbove: Lamports | null;
}

/**
 * The waiting requests, oldest first, and a page of the decided ones, newest first or in another order
 * (rule APPROVALS-5), with what the caller `by` moves alone. A search leaves of both what an admin asked for or
 * decided.
 */
export async function listApprovals(
  { db, clock, secondAdminAbove }: Ports,
  { by, ...query }: ListSearch<(typeof approvalOrders)[number]> & { readonly by: string },
): Promise<Result<Reply<Api["listApprovals"]>, "INVALID_INPUT">> {
  const page = pageInOrder(decidedRequests, query);
  if (!page.ok) return page;
  const { isBehind, orderBy, pageOf } = page.value;
  const { search = "" } = query;
  const isFound =
    search === ""
      ? undefined
      : or(eq(approvals.id, search), eq(approvals.askedBy, search), eq(approvals.decidedBy, search));
  const now = new Date(clock.now());
  const waiting = await db
    .select()
    .from(approvals)
    .where(and(eq(approvals.status, "waiting"), gt(approvals.expiresAt, now), isFound))
    .orderBy(asc(approvals.askedAt), asc(approvals.id))
    .limit(MAX_PAGE);
  const decided = await db
    .select()
    .from(approvals)
    .where(and(ne(approvals.status, "waiting"), isNotNull(approvals.decidedAt), isBehind, isFound))
    .orderBy(...orderBy)
    .limit(query.limit + 1);
  const { items, nextCursor } = pageOf(decided);
  return ok({
    waiting: waiting.map(asApproval),
    movedAlone: await sumHouseActs(db, by, now),
    mayMoveAlone: await readActsLimit(db, secondAdminAbove),
    decided: items.map(asApproval),
    nextCursor,
  });
}
