import { sql } from "drizzle-orm";
import { bigint, bigserial, boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { chatReportReasons } from "../../../../contract/chat/chat.ts";
import { instant } from "./columns.ts";

const messageId = () => bigint("message_id", { mode: "number" });

export const chatMessages = pgTable(
  "chat_messages",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    room: text("room").notNull(),
    wallet: text("wallet").notNull(),
    /** Cleaned (rule LIMITS-15). */
    content: text("content").notNull(),
    sentAt: instant("sent_at").notNull(),
    // The sender as they were at the time.
    username: text("username").notNull(),
    isAdmin: boolean("is_admin").notNull(),
    isModerator: boolean("is_moderator").notNull(),
    hasStar: boolean("has_star").notNull(),
    activeTitle: text("active_title"),
    isStreamer: boolean("is_streamer").notNull(),
    isPartner: boolean("is_partner").notNull(),
    deletedAt: instant("deleted_at"),
    deletedBy: text("deleted_by"),
  },
  (t) => [
    index("chat_messages_by_room").on(t.room, t.id),
    index("chat_messages_by_wallet").on(t.wallet, t.id),
    index("chat_messages_by_time").on(t.sentAt),
    // Reported messages by the name of their writer.
    index("chat_messages_by_name").on(sql`lower(${t.username}) collate "C"`),
  ],
);

export const chatReports = pgTable(
  "chat_reports",
  {
    messageId: messageId().notNull(),
    reporter: text("reporter").notNull(),
    reason: text("reason").$type<(typeof chatReportReasons)[number]>().notNull(),
    reportedAt: instant("reported_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.reporter] }),
    index("chat_reports_by_reporter").on(t.reporter, t.reportedAt),
  ],
);

/** What moderators have to decide about: a reported message, no matter who reported it. */
export const chatReportCases = pgTable(
  "chat_report_cases",
  {
    messageId: messageId().primaryKey(),
    reports: integer("reports").notNull(),
    firstReportedAt: instant("first_reported_at").notNull(),
    lastReportedAt: instant("last_reported_at").notNull(),
    status: text("status", { enum: ["open", "dismissed", "deleted"] }).notNull(),
    resolvedBy: text("resolved_by"),
    resolvedAt: instant("resolved_at"),
  },
  (t) => [
    index("chat_report_cases_by_status").on(t.status, t.firstReportedAt, t.messageId),
    index("chat_report_cases_resolved")
      .on(t.resolvedAt, t.messageId)
      .where(sql`status <> 'open'`),
  ],
);

/** Players whose messages a player does not want to see. */
export const chatBlocks = pgTable(
  "chat_blocks",
  {
    wallet: text("wallet").notNull(),
    blocked: text("blocked").notNull(),
    blockedAt: instant("blocked_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.wallet, t.blocked] })],
);
