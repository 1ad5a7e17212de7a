import { and, asc, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { chatReport } from "../../contract/chat/chat.ts";
import { DEFAULT_PAGE } from "../../contract/wire/codecs.ts";
import type { Queryable } from "../db/database.ts";
import { chatMessages, chatReportCases, chatReports } from "../db/schema/chat.ts";
import { users } from "../db/schema/players.ts";
import { messageView } from "./chat-messages.ts";
import type { ChatPorts } from "./chat-ports.ts";

type ChatReport = z.output<typeof chatReport>;

interface Page {
  readonly status: "open" | "resolved";
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Reported messages: the open ones, longest waiting first, or the resolved ones, latest first (rule CHAT-14). */
export async function listReports(q: Queryable, { status, limit = DEFAULT_PAGE, cursor }: Page) {
  const isOpen = status === "open";
  const at = isOpen ? chatReportCases.firstReportedAt : chatReportCases.resolvedAt;
  const order = isOpen ? asc : desc;
  const place = placeOf(cursor);
  const after =
    place === null
      ? undefined
      : sql`(${at}, ${chatReportCases.messageId}) ${sql.raw(isOpen ? ">" : "<")} (${place.at.toISOString()}::timestamptz, ${place.id})`;
  const rows = await q
    .select({ id: chatReportCases.messageId, at })
    .from(chatReportCases)
    .where(and(isOpen ? isWaiting : isResolved, after))
    .orderBy(order(at), order(chatReportCases.messageId))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    reports: await reportsOf(
      q,
      page.map(({ id }) => id),
    ),
    open: await openReports(q),
    nextCursor: last === undefined ? null : `${last.at?.getTime() ?? 0}_${last.id}`,
  };
}

// Literal SQL: as a parameter it would prevent the planner from using the index of the resolved ones.
const isWaiting = sql`${chatReportCases.status} = 'open'`;
const isResolved = sql`${chatReportCases.status} <> 'open'`;

function placeOf(cursor: string | undefined) {
  const match = /^(\d{1,13})_(\d{1,15})$/.exec(cursor ?? "");
  return match === null ? null : { at: new Date(Number(match[1])), id: Number(match[2]) };
}

/** Number of reported messages that wait for a moderator. */
export async function openReports(q: Queryable): Promise<number> {
  const [row] = await q.select({ open: count() }).from(chatReportCases).where(isWaiting);
  return Number(row?.open ?? 0);
}

/** The reports of these messages, in their order. */
export async function reportsOf(q: Queryable, ids: readonly number[]): Promise<ChatReport[]> {
  if (ids.length === 0) return [];
  const among = (column: typeof chatReportCases.messageId | typeof chatReports.messageId): SQL =>
    inArray(column, [...ids]);
  const cases = await q
    .select({ reported: chatReportCases, message: chatMessages, moderator: users.username })
    .from(chatReportCases)
    .innerJoin(chatMessages, eq(chatMessages.id, chatReportCases.messageId))
    .leftJoin(users, eq(users.wallet, chatReportCases.resolvedBy))
    .where(among(chatReportCases.messageId));
  const reasons = await q
    .selectDistinct({ id: chatReports.messageId, reason: chatReports.reason })
    .from(chatReports)
    .where(among(chatReports.messageId))
    .orderBy(chatReports.reason);
  return ids.flatMap((id) => {
    const found = cases.find(({ reported }) => reported.messageId === id);
    if (found === undefined) return [];
    const { reported, message, moderator } = found;
    return [
      {
        message: messageView(message),
        deleted: message.deletedAt !== null,
        reports: reported.reports,
        reasons: reasons.filter((row) => row.id === id).map(({ reason }) => reason),
        first_reported_at: reported.firstReportedAt,
        last_reported_at: reported.lastReportedAt,
        status: reported.status,
        resolved_by: moderator ?? reported.resolvedBy,
        resolved_at: reported.resolvedAt,
      },
    ];
  });
}

/** Notifies the moderators of the current state of these reported messages. */
export async function announceReports({ db, broadcast }: ChatPorts, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const open = await openReports(db);
  for (const report of await reportsOf(db, ids)) {
    broadcast.toEveryone("chat-report-update", { report, open });
  }
}
