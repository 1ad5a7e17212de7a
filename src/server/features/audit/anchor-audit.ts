import { desc, eq } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { auditMemo } from "../../../domain/memo.ts";
import { utcDay } from "../../../domain/utc-day.ts";
import { queueAnchor } from "../../foundation/books/payments.ts";
import type { Db, Queryable } from "../../foundation/db/database.ts";
import { auditAnchors, auditLog } from "../../foundation/db/schema/audit.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock } from "../../foundation/ports.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * Sends the hash of the newest audit row to the chain, once per UTC day, whichever instances call it and however often;
 * a day without a call has no anchor (rule AUDIT-3). The memo includes the day, so that no two anchors have the same
 * memo. An empty log has nothing to anchor yet.
 */
export const anchorAudit = ({ db, clock }: Ports): Promise<void> =>
  inTransaction(db, async (tx) => {
    const createdAt = new Date(clock.now());
    const day = utcDay(clock.now());
    const paymentId = `audit-${day}`;
    const [done] = await tx.select().from(auditAnchors).where(eq(auditAnchors.day, day));
    if (done) return;
    const [newest] = await tx
      .select({ rowId: auditLog.id, hash: auditLog.hash })
      .from(auditLog)
      .orderBy(desc(auditLog.id))
      .limit(1);
    if (!newest) return;
    await queueAnchor(tx, { id: paymentId, memo: auditMemo({ day, ...newest }), createdAt });
    // Of two concurrent calls, the second waits here for the first and queues nothing.
    await tx
      .insert(auditAnchors)
      .values({ day, ...newest, paymentId, createdAt })
      .onConflictDoNothing();
  });

/** The newest row of the log whose hash is final on the chain; null before the first. */
export async function readAnchor(q: Queryable): Promise<Reply<Api["listAudit"]>["anchor"]> {
  const [anchor] = await q
    .select({
      day: auditAnchors.day,
      row_id: auditAnchors.rowId,
      hash: auditAnchors.hash,
      signature: payments.signature,
      anchored_at: payments.processedAt,
    })
    .from(auditAnchors)
    .innerJoin(payments, eq(payments.id, auditAnchors.paymentId))
    .where(eq(payments.status, "completed"))
    .orderBy(desc(auditAnchors.day))
    .limit(1);
  return anchor ?? null;
}
