import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import { DAY_MS } from "../../../domain/day-length.ts";
import type { Api } from "../../../contract/api.ts";
import type { auditOrders } from "../../../contract/audit/audit.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import type { UtcDay } from "../../../domain/utc-day.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { type ListSearch, pageInOrder } from "../../foundation/db/list-order.ts";
import { beginsWith } from "../../foundation/db/text-prefix.ts";
import { meaningsOf } from "../../foundation/db/whole-wallet.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { readAnchor } from "./anchor-audit.ts";

interface Search extends ListSearch<(typeof auditOrders)[number]> {
  readonly actor?: string | undefined;
  /** An action, or a prefix of actions that ends with a dot. */
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  /** Days in UTC, both included. */
  readonly from?: UtcDay | undefined;
  readonly to?: UtcDay | undefined;
}

/**
 * The audit log, newest first or oldest first (rule AUDIT-2), with the last anchored row (rule AUDIT-3).
 */
export async function listAudit(
  db: Queryable,
  { actor, action, subject, from, to, ...query }: Search,
): Promise<Result<Reply<Api["listAudit"]>, "INVALID_INPUT">> {
  const page = pageInOrder(auditRows, query);
  if (!page.ok) return page;
  if (from !== undefined && to !== undefined && to < from)
    return refuse("INVALID_INPUT", { field: "to", message: "to must not be before from" });
  const { isBehind, orderBy, pageOf } = page.value;
  const filters = [
    isBehind,
    actor === undefined ? undefined : inArray(auditLog.actor, await meaningsOf(db, actor)),
    subject === undefined ? undefined : inArray(auditLog.subject, await meaningsOf(db, subject)),
    action === undefined ? undefined : isAction(action),
    from === undefined ? undefined : isSince(startOf(from)),
    to === undefined ? undefined : isBefore(startOf(to) + DAY_MS),
  ];
  const { limit } = query;
  const { search = "" } = query;
  const isFound =
    search === ""
      ? undefined
      : isAbout(await meaningsOf(db, search), { among: and(...filters), orderBy, limit });
  const rows = await db
    .select({ row: auditLog, entry: sql<string>`audit_entry(audit_log)` })
    .from(auditLog)
    .where(and(...filters, isFound))
    .orderBy(...orderBy)
    .limit(limit + 1);
  const { items, nextCursor } = pageOf(rows);
  return ok({
    rows: items.map(({ row: { previousHash, ...row }, entry }) => ({
      ...row,
      entry,
      previous_hash: previousHash,
    })),
    anchor: await readAnchor(db),
    nextCursor,
  });
}

type AuditRow = { readonly row: { readonly id: number } };
const byNumber = { by: auditLog.id, as: "number", keyOf: ({ row }: AuditRow) => String(row.id) } as const;
const auditRows = { first: ["number", "desc"], orders: { number: byNumber }, id: byNumber } as const;

interface Page {
  readonly among: SQL | undefined;
  readonly orderBy: readonly SQL[];
  readonly limit: number;
}

/**
 * The first of the actor, of the subject and of the action, each from its index: no index serves "one or the other".
 */
const isAbout = (meanings: readonly string[], { among, orderBy, limit }: Page): SQL => {
  const first = (isIt: SQL) =>
    sql`(select ${auditLog.id} from ${auditLog} where ${and(isIt, among)}
          order by ${sql.join([...orderBy], sql`, `)} limit ${limit + 1})`;
  const found = meanings.flatMap((meaning) => [
    eq(auditLog.actor, meaning),
    eq(auditLog.subject, meaning),
    isAction(meaning),
  ]);
  return sql`${auditLog.id} in (${sql.join(found.map(first), sql` union `)})`;
};

const startOf = (day: UtcDay): number => Date.parse(`${day}T00:00:00Z`);
const LAST_MS = Date.UTC(9999, 0);
/** A moment as the database can read it: a day may be given in any year. */
const moment = (ms: number): string => new Date(Math.min(Math.max(ms, 0), LAST_MS)).toISOString();

/**
 * Rows are numbered in the order of their commits, which is that of their times but for clocks that differ. So a row a
 * day away bounds the numbers, by its index, and the list does not pass over all that is newer.
 */
const isSince = (ms: number): SQL =>
  sql`${auditLog.at} >= ${moment(ms)}::timestamptz and ${auditLog.id} >=
      (select id from audit_log where at >= ${moment(ms - DAY_MS)}::timestamptz order by at limit 1)`;
const isBefore = (ms: number): SQL =>
  sql`${auditLog.at} < ${moment(ms)}::timestamptz and ${auditLog.id} <=
      (select id from audit_log where at < ${moment(ms + DAY_MS)}::timestamptz order by at desc limit 1)`;

const isAction = (action: string): SQL =>
  action.endsWith(".")
    ? beginsWith(auditLog.action, action)
    : sql`${auditLog.action} collate "C" = ${action}`;
