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

/** Titles for the domain's achievements, stored when the server starts, and titles created by admins. */
export const titles = pgTable("titles", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  /** Number of players who have unlocked it: maintained by the database with `player_titles`. */
  holders: integer("holders").notNull().default(0),
  createdAt: instant("created_at").notNull(),
});

/** Which player has unlocked which title, once each. */
export const playerTitles = pgTable(
  "player_titles",
  {
    wallet: text("wallet").notNull(),
    titleId: text("title_id")
      .notNull()
      .references(() => titles.id),
    unlockedAt: instant("unlocked_at").notNull(),
    /** Whether the player wears it. */
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
 * Whose achievements are to be checked: the players of a race that was settled, a player who got a referral, or, with
 * neither, everyone. The row is deleted when that is done.
 */
export const achievementsDue = pgTable("deeds_due", {
  id: bigserial("id", { mode: "bigint" }).primaryKey(),
  raceId: text("race_id").references(() => races.id),
  wallet: text("wallet"),
});
