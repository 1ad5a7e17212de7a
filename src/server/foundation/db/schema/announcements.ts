import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { announcementSegments } from "../../../../contract/announcements/announcements.ts";
import { instant } from "./columns.ts";

export const announcements = pgTable(
  "announcements",
  {
    id: text("id").primaryKey(),
    title: text("title").notNull(),
    body: text("body"),
    segment: text("segment", { enum: announcementSegments }).notNull(),
    /** For the segment `specific`. */
    targetWallets: jsonb("target_wallets").$type<readonly string[]>().notNull().default([]),
    /** Null start: immediately; null end: never. */
    startsAt: instant("starts_at"),
    endsAt: instant("ends_at"),
    priority: integer("priority").notNull().default(0),
    active: boolean("active").notNull().default(true),
    /** Number of players whose page has shown it: updated by the database with every view (rule NEWS-7). */
    seenBy: integer("seen_by").notNull().default(0),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("announcements_by_end").on(t.active, t.endsAt),
    index("announcements_by_time").on(t.createdAt, t.id),
  ],
);

/** Which players have seen which announcement; the time is not stored. */
export const announcementViews = pgTable(
  "announcement_views",
  {
    announcementId: text("announcement_id")
      .notNull()
      .references(() => announcements.id, { onDelete: "cascade" }),
    wallet: text("wallet").notNull(),
  },
  (t) => [primaryKey({ columns: [t.announcementId, t.wallet] })],
);
