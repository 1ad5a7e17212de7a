import { and, desc, eq, gt, sql } from "drizzle-orm";
import { DAY_MS } from "../../../domain/day-length.ts";
import { type Result, ok, refuse } from "../../../domain/result.ts";
import { refuseWithoutProfile } from "../../foundation/books/require-profile.ts";
import type { Tx } from "../../foundation/db/database.ts";
import { chatMessages, chatReportCases, chatReports } from "../../foundation/db/schema/chat.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import { lockInChat, rowIdOf } from "./chat-messages.ts";
import type { ChatPorts } from "./chat-ports.ts";
import { readRestrictions, refuseBanned } from "./chat-rights.ts";
import { announceReports } from "./list-reports.ts";

/** Maximum number of reports by one player within a day (rule CHAT-13). */
const REPORTS = { count: 30, withinMs: DAY_MS } as const;

interface NewReport {
  readonly reporter: string;
  readonly messageId: string;
  readonly reason: typeof chatReports.$inferSelect.reason;
}

type ReportRefusal =
  | "PROFILE_REQUIRED"
  | "CHAT_BANNED"
  | "CHAT_MESSAGE_NOT_FOUND"
  | "CHAT_REPORT_OWN"
  | "CHAT_REPORT_EXISTS"
  | "RATE_LIMITED";

/**
 * Reports a message to the moderators, once for each player (rule CHAT-13). A message that they have already decided is
 * not shown to them again (rule CHAT-14).
 */
export async function reportMessage(
  ports: ChatPorts,
  { reporter, messageId, reason }: NewReport,
): Promise<Result<undefined, ReportRefusal>> {
  const id = rowIdOf(messageId);
  if (id === null) return refuse("CHAT_MESSAGE_NOT_FOUND", { field: "messageId" });
  const done = await inTransaction(ports.db, async (tx) => {
    // Otherwise reports made at once would be counted before each other.
    await lockInChat(tx, reporter);
    const reportedAt = new Date(ports.clock.now());
    const refused = await refuseReport(tx, { id, reporter, now: reportedAt });
    if (refused !== null) return refused;
    const added = await tx
      .insert(chatReports)
      .values({ messageId: id, reporter, reason, reportedAt })
      .onConflictDoNothing()
      .returning({ id: chatReports.messageId });
    if (added.length === 0) return refuse("CHAT_REPORT_EXISTS", { field: "messageId" });
    const [reported] = await tx
      .insert(chatReportCases)
      .values({
        messageId: id,
        reports: 1,
        firstReportedAt: reportedAt,
        lastReportedAt: reportedAt,
        status: "open",
      })
      .onConflictDoUpdate({
        target: chatReportCases.messageId,
        set: { reports: sql`${chatReportCases.reports} + 1`, lastReportedAt: reportedAt },
      })
      .returning({ status: chatReportCases.status });
    return ok(reported?.status === "open");
  });
  if (!done.ok) return done;
  if (done.value) await announceReports(ports, [id]);
  return ok();
}

async function refuseReport(tx: Tx, { id, reporter, now }: { id: number; reporter: string; now: Date }) {
  const nobody = await refuseWithoutProfile(tx, reporter);
  if (nobody !== null) return nobody;
  const banned = refuseBanned(await readRestrictions(tx, reporter, now), now);
  if (banned !== null) return banned;
  const [message] = await tx.select().from(chatMessages).where(eq(chatMessages.id, id)).for("share");
  if (message === undefined || message.deletedAt !== null) {
    return refuse("CHAT_MESSAGE_NOT_FOUND", { field: "messageId" });
  }
  if (message.wallet === reporter) return refuse("CHAT_REPORT_OWN", { field: "messageId" });
  const since = new Date(now.getTime() - REPORTS.withinMs);
  const recent = await tx
    .select({ at: chatReports.reportedAt })
    .from(chatReports)
    .where(and(eq(chatReports.reporter, reporter), gt(chatReports.reportedAt, since)))
    .orderBy(desc(chatReports.reportedAt))
    .limit(REPORTS.count);
  const oldest = recent[REPORTS.count - 1]?.at;
  if (oldest === undefined) return null;
  return refuse("RATE_LIMITED", { retryAfterMs: oldest.getTime() - since.getTime() });
}
