import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
import { races } from "./races.ts";

/** Those of the domain's deeds, stored when the server starts, and those that admins make. */
export const titles = pgTable("titles", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  /** How many have unlocked it: kept by the database with `player_titles` (rule TITLE-12). */
  holders: integer("holders").notNull().default(0),
  createdAt: instant("created_at").notNull(),
});

/** Who has unlocked what, once each. */
export const playerTitles = pgTable(
  "player_titles",
  {
    wallet: text("wallet").notNull(),
    titleId: text("title_id")
      .notNull()
      .references(() => titles.id),
    unlockedAt: instant("unlocked_at").notNull(),
    /** The player wears it. */
    isActive: boolean("is_active").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.wallet, t.titleId] }),
    uniqueIndex("one_active_title")
      .on(t.wallet)
      .where(sql`is_active`),
    index("player_titles_by_title").on(t.titleId, t.unlockedAt, t.wallet),
  ],
);

/**
 * Whose deeds are to be looked at: the players of a race that was settled, a player who got a referral, or, with neither,
 * everybody. A row goes when that is done.
 */
export const deedsDue = pgTable("deeds_due", {
  id: bigserial("id", { mode: "bigint" }).primaryKey(),
  raceId: text("race_id").references(() => races.id),
  wallet: text("wallet"),
});
