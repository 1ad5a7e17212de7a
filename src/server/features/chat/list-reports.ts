import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { Api } from "../../../contract/api.ts";
import type { chatReport } from "../../../contract/chat/chat.ts";
import type { chatReportOrders } from "../../../contract/chat/chat-reports.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ok, type Result } from "../../../domain/result.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { chatMessages, chatReportCases, chatReports } from "../../foundation/db/schema/chat.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { type ListSearch, pageInOrder } from "../../foundation/db/list-order.ts";
import { beginsWith } from "../../foundation/db/text-prefix.ts";
import { meaningsOf } from "../../foundation/db/whole-wallet.ts";
import { messageView } from "./chat-messages.ts";
import type { ChatPorts } from "./chat-ports.ts";

type ChatReport = z.output<typeof chatReport>;

interface Search extends ListSearch<(typeof chatReportOrders)[number]> {
  readonly status: "open" | "resolved";
}

type CaseRow = typeof chatReportCases.$inferSelect;

const byId = {
  by: chatReportCases.messageId,
  as: "number",
  keyOf: ({ messageId }: CaseRow) => String(messageId),
} as const;

const cases = {
  open: {
    first: ["time", "asc"],
    orders: {
      time: {
        by: chatReportCases.firstReportedAt,
        as: "time",
        keyOf: ({ firstReportedAt }: CaseRow) => firstReportedAt,
      },
    },
    id: byId,
  },
  resolved: {
    first: ["time", "desc"],
    orders: {
      time: {
        by: chatReportCases.resolvedAt,
        as: "time",
        keyOf: ({ resolvedAt }: CaseRow) => resolvedAt ?? new Date(0),
      },
    },
    id: byId,
  },
} as const;

/** Reported messages, the open ones oldest first, the resolved ones latest first, or the reverse. */
export async function listReports(
  q: Queryable,
  { status, ...query }: Search,
): Promise<Result<Reply<Api["listChatReports"]>, "INVALID_INPUT">> {
  const page = pageInOrder(cases[status], query);
  if (!page.ok) return page;
  const { isBehind, orderBy, pageOf } = page.value;
  const rows = await q
    .select()
    .from(chatReportCases)
    .where(and(status === "open" ? isWaiting : isResolved, isBehind, await isOf(q, query.search)))
    .orderBy(...orderBy)
    .limit(query.limit + 1);
  const { items, nextCursor } = pageOf(rows);
  const reports = await reportsOf(
    q,
    items.map(({ messageId }) => messageId),
  );
  return ok({ reports, open: await openReports(q), nextCursor });
}

/**
 * Whether the message is of the player with this wallet or the only one with a wallet that begins so (rule USERS-8), or
 * of one with a name that began so when it was written.
 */
async function isOf(q: Queryable, search = ""): Promise<SQL | undefined> {
  if (search === "") return undefined;
  const isWritten = inArray(chatMessages.wallet, [...(await meaningsOf(q, search))]);
  const hasName = beginsWith(sql`lower(${chatMessages.username})`, search.toLowerCase());
  return sql`exists (select from ${chatMessages}
                      where ${chatMessages.id} = ${chatReportCases.messageId}
                        and (${isWritten} or ${hasName}))`;
}

// Literal SQL: as a parameter it would prevent the planner from using the index of the resolved ones.
const isWaiting = sql`${chatReportCases.status} = 'open'`;
const isResolved = sql`${chatReportCases.status} <> 'open'`;

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
  const found = await q
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
    const one = found.find(({ reported }) => reported.messageId === id);
    if (one === undefined) return [];
    const { reported, message, moderator } = one;
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
