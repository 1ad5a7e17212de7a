import { sql } from "drizzle-orm";
import { date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { lamports } from "./columns.ts";

/** A player's totals from settled real-money races; play money and refunded bets never count. */
const sums = {
  /** Stakes. */
  wagered: lamports("wagered").notNull(),
  /** Payouts, including the stakes of the winning bets. */
  won: lamports("won").notNull(),
  races: integer("races").notNull(),
  wins: integer("wins").notNull(),
};

/** Sums by player and UTC day of the settlement, maintained by the database with every bet (rule BOARD-1). */
export const playerDays = pgTable(
  "player_days",
  { wallet: text("wallet").notNull(), day: date("day", { mode: "string" }).notNull(), ...sums },
  (t) => [primaryKey({ columns: [t.wallet, t.day] }), index("player_days_by_day").on(t.day)],
);

/**
 * The same since the player's first race; zeros from the creation of the profile, so that an index has every player in
 * order.
 */
export const playerTotals = pgTable(
  "player_totals",
  {
    wallet: text("wallet").primaryKey(),
    ...sums,
    /** Wins of races that had a jackpot. */
    jackpots: integer("jackpots").notNull(),
  },
  (t) => [
    index("player_totals_by_wagered").on(t.wagered, sql`${t.wallet} collate "C"`),
    index("player_totals_by_won").on(t.won, sql`${t.wallet} collate "C"`),
  ],
);
