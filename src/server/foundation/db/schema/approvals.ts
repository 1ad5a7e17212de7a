import { sql } from "drizzle-orm";
import { check, index, pgTable, text } from "drizzle-orm/pg-core";
import { approvalKinds, approvalStatuses } from "../../../../contract/approvals/approvals.ts";
import { approvalCauses } from "../../../../domain/second-admin.ts";
import { instant, json, lamports } from "./columns.ts";

/**
 * Requests that wait, or waited, for another admin. The database does not allow deciding one twice, or approving one's
 * own request.
 */
export const approvals = pgTable(
  "approvals",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: approvalKinds }).notNull(),
    /** Encoded as the contract encodes requests of this kind. */
    request: json("request").notNull(),
    amount: lamports("amount").notNull(),
    /** Why it waits. */
    cause: text("cause", { enum: approvalCauses }).notNull(),
    /** What the requester had moved alone in the 24 hours before. */
    movedBefore: lamports("moved_before").notNull(),
    /** The limit at that time. */
    sumLimit: lamports("sum_limit").notNull(),
    reason: text("reason"),
    askedBy: text("asked_by").notNull(),
    askedAt: instant("asked_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    status: text("status", { enum: approvalStatuses }).notNull().default("waiting"),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    decisionReason: text("decision_reason"),
  },
  (t) => [
    check(
      "approved_by_another",
      sql`${t.status} <> 'approved'
        or (${t.decidedBy} is not null and ${t.decidedBy} <> ${t.askedBy} and ${t.decidedAt} < ${t.expiresAt})`,
    ),
    check("decided_or_waiting", sql`(${t.status} = 'waiting') = (${t.decidedAt} is null)`),
    index("approvals_waiting")
      .on(t.askedAt, t.id)
      .where(sql`status = 'waiting'`),
    index("approvals_decided")
      .on(t.decidedAt, t.id)
      .where(sql`status <> 'waiting'`),
  ],
);
