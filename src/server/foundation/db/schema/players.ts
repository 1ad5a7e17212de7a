import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { NotificationKind } from "../../../../contract/notifications/catalogue.ts";
import { instant } from "./columns.ts";

export const users = pgTable(
  "users",
  {
    wallet: text("wallet").primaryKey(),
    username: text("username").notNull(),
    /** From when on the player may change the name again; null until the first change (rule USERNAME-4). */
    nameChangeableAt: instant("name_changeable_at"),
    referrer: text("referrer"),
    isStreamer: boolean("is_streamer").notNull().default(false),
    isPartner: boolean("is_partner").notNull().default(false),
    streamerPrivacyEnabled: boolean("streamer_privacy_enabled").notNull().default(true),
    /**
     * Whether the player's figures are hidden from others: computed here, so that all readers agree (rule PRIVACY-1).
     */
    hidesFigures: boolean("hides_figures")
      .notNull()
      .generatedAlwaysAs(sql`is_streamer and streamer_privacy_enabled`),
    currentWinStreak: integer("current_win_streak").notNull().default(0),
    bestWinStreak: integer("best_win_streak").notNull().default(0),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("users_by_referrer").on(t.referrer, t.createdAt, t.wallet),
    index("users_by_time").on(t.createdAt, t.wallet),
    // For sorting and prefix search (rule ACCESS-7), regardless of the database's own collation.
    index("users_by_name").on(sql`lower(${t.username}) collate "C"`, sql`${t.wallet} collate "C"`),
    index("users_by_address").on(sql`${t.wallet} collate "C"`),
  ],
);

/** Number of profiles: one row, maintained by the database with every profile (rule REVENUE-1). */
export const playerCount = pgTable("player_count", {
  single: boolean("single").primaryKey().default(true),
  players: integer("players").notNull(),
});

/** Names in use and old ones that are still reserved for their owners, by look-alike skeleton (rule USERNAME-3). */
export const usernames = pgTable(
  "usernames",
  {
    skeleton: text("skeleton").primaryKey(),
    username: text("username").notNull(),
    wallet: text("wallet").notNull(),
    takenAt: instant("taken_at").notNull(),
    /** When its owner took another name; null for the name in use. */
    releasedAt: instant("released_at"),
  },
  (t) => [index("usernames_by_wallet").on(t.wallet, t.releasedAt)],
);

export const betPresets = pgTable("bet_presets", {
  wallet: text("wallet").primaryKey(),
  /** Four decimal lamport strings. */
  amounts: jsonb("amounts").$type<readonly string[]>().notNull(),
});

export const restrictions = pgTable(
  "restrictions",
  {
    id: text("id").primaryKey(),
    wallet: text("wallet").notNull(),
    /** A mute and a chat ban apply only to the chat, a ban to everything. */
    kind: text("kind", { enum: ["mute", "chat_ban", "ban"] }).notNull(),
    until: instant("until").notNull(),
    reason: text("reason"),
    imposedBy: text("imposed_by").notNull(),
    imposedAt: instant("imposed_at").notNull(),
    liftedAt: instant("lifted_at"),
  },
  (t) => [
    index("restrictions_by_wallet").on(t.wallet, t.until),
    index("bans_by_end")
      .on(t.until)
      .where(sql`kind = 'ban' and lifted_at is null`),
  ],
);

export const notifications = pgTable(
  "notifications",
  {
    id: text("id").primaryKey(),
    wallet: text("wallet").notNull(),
    /** From the contract's catalogue. */
    kind: text("kind").$type<NotificationKind>().notNull(),
    /** In the form in which they are sent. */
    params: jsonb("params").notNull(),
    createdAt: instant("created_at").notNull(),
    readAt: instant("read_at"),
  },
  (t) => [
    index("notifications_by_wallet").on(t.wallet, t.createdAt),
    // Finds those that are deleted for their age (rule GROWTH-2).
    index("notifications_by_time").on(t.createdAt),
  ],
);
