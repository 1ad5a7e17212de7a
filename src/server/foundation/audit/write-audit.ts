import type { AuditArea } from "../../../contract/audit/audit.ts";
import type { Tx } from "../db/database.ts";
import { auditLog } from "../db/schema/audit.ts";

/** An audit entry; entries are kept permanently. */
export interface Audited {
  readonly at: Date;
  /** The session's wallet, or `system`. */
  readonly actor: string;
  /** What was done, as `area.verb`. */
  readonly action: `${AuditArea}.${string}`;
  /** What or whom it was done to. */
  readonly subject?: string;
  /** The changed value before and after. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** Further details. */
  readonly detail?: unknown;
  /** In the actor's own words. */
  readonly reason?: string | null;
}

/**
 * Writes a row of the audit log in the transaction of the audited change (rule LIMITS-8). Call it last: until the
 * transaction ends nobody else can write one.
 */
export async function writeAudit(tx: Tx, audited: Audited): Promise<void> {
  await tx.insert(auditLog).values(audited);
}
