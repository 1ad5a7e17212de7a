import { and, desc, eq, lt, sql, type SQL } from "drizzle-orm";
import type { Api } from "../../contract/api.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";
import { ok, refuse, type Result } from "../../domain/result.ts";
import type { Queryable } from "../db/database.ts";
import { beginsWith } from "../db/text-prefix.ts";
import { auditLog } from "../db/schema/audit.ts";
import { readAnchor } from "./anchor-audit.ts";

interface Search {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly actor?: string | undefined;
  /** An action, or a prefix of actions that ends with a dot. */
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
}

/**
 * The audit log, newest first (rule AUDIT-2), with the last anchored row (rule AUDIT-3). The cursor is the number of
 * the last row shown.
 */
export async function listAudit(
  db: Queryable,
  { limit, cursor, actor, action, subject }: Search,
): Promise<Result<Reply<Api["listAudit"]>, "INVALID_INPUT">> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) return refuse("INVALID_INPUT", { field: "cursor" });
  const wanted = [
    cursor === undefined ? undefined : lt(auditLog.id, Number(cursor)),
    actor === undefined ? undefined : eq(auditLog.actor, actor),
    subject === undefined ? undefined : eq(auditLog.subject, subject),
    action === undefined ? undefined : isAction(action),
  ];
  const rows = await db
    .select({ row: auditLog, entry: sql<string>`audit_entry(audit_log)` })
    .from(auditLog)
    .where(and(...wanted))
    .orderBy(desc(auditLog.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  return ok({
    rows: shown.map(({ row: { previousHash, ...row }, entry }) => ({
      ...row,
      entry,
      previous_hash: previousHash,
    })),
    anchor: await readAnchor(db),
    nextCursor: rows.length > limit ? String(shown.at(-1)?.row.id ?? "") : null,
  });
}

const isAction = (action: string): SQL =>
  action.endsWith(".")
    ? beginsWith(auditLog.action, action)
    : sql`${auditLog.action} collate "C" = ${action}`;
