import type { Tx } from "../db/database.ts";
import { auditLog } from "../db/schema/audit.ts";

/** What somebody did, as it is kept for good. */
export interface Audited {
  readonly at: Date;
  /** The wallet of the session, or `system`. */
  readonly actor: string;
  /** What was done, as `area.verb`. */
  readonly action: string;
  /** To what or whom. */
  readonly subject?: string;
  /** What was changed, as it was and as it is now. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** What else belongs to it. */
  readonly detail?: unknown;
  /** In the words of who did it. */
  readonly reason?: string | null;
}

/**
 * Leaves a row of the audit log in the transaction of what was done (rule LIMITS-8). To be called last: until the transaction
 * ends nobody else can write one.
 */
export async function writeAudit(tx: Tx, audited: Audited): Promise<void> {
  await tx.insert(auditLog).values(audited);
}
