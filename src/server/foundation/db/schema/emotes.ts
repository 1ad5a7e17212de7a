import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { emoteScopes } from "../../../../contract/emotes/emotes.ts";
import { bytes, instant } from "./columns.ts";

export const emoteGroups = pgTable(
  "emote_groups",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    scope: text("scope", { enum: emoteScopes }).notNull(),
    /** Increases with each change of the group or of its emotes. */
    version: integer("version").notNull().default(1),
    isActive: boolean("is_active").notNull().default(true),
    /** For the scope `holiday`. Null start: immediately; null end: never. */
    startsAt: instant("starts_at"),
    endsAt: instant("ends_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("emote_groups_by_name").on(sql`lower(${t.name})`),
    check("dates_of_holiday", sql`${t.scope} = 'holiday' or (${t.startsAt} is null and ${t.endsAt} is null)`),
    check("ends_after_start", sql`${t.endsAt} > ${t.startsAt}`),
  ],
);

/** The pictures are stored in the database: every instance can serve them, and backups include them (decision 0021). */
export const emotes = pgTable(
  "emotes",
  {
    id: text("id").primaryKey(),
    groupId: text("group_id")
      .notNull()
      .references(() => emoteGroups.id),
    /** As entered; unique regardless of letter case. */
    shortcode: text("shortcode").notNull(),
    version: integer("version").notNull().default(1),
    /** WebP, written by this server. */
    picture: bytes("picture").notNull(),
    /** The first frame of an animated picture. */
    still: bytes("still"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("emotes_by_shortcode").on(sql`lower(${t.shortcode})`),
    index("emotes_by_group").on(t.groupId),
  ],
);

/** An admin's decision about one wallet, which overrides the group's scope. */
export const emoteGroupWallets = pgTable(
  "emote_group_wallets",
  {
    groupId: text("group_id")
      .notNull()
      .references(() => emoteGroups.id),
    wallet: text("wallet").notNull(),
    isEnabled: boolean("is_enabled").notNull(),
    assignedAt: instant("assigned_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.wallet] }),
    index("emote_group_wallets_by_wallet").on(t.wallet),
  ],
);
