import { date, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { postingKinds } from "../../../../domain/ledger.ts";
import { raceTypes } from "../../../../domain/race-terms.ts";
import { houseAccounts } from "../../../../domain/statement.ts";
import { signedLamports } from "./columns.ts";

/** The UTC day of the posting. */
const day = () => date("day", { mode: "string" }).notNull();

/**
 * What the postings of a UTC day moved on the house's accounts, maintained by the database with every real-money
 * posting (rule REVENUE-1).
 */
export const houseDays = pgTable(
  "house_days",
  {
    day: day(),
    kind: text("kind", { enum: postingKinds }).notNull(),
    /** The first part of the account's name. */
    account: text("account", { enum: houseAccounts }).notNull(),
    lamports: signedLamports("lamports").notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind, t.account] })],
);

/** Totals of real-money races, by the hour in which they were settled; maintained like the days. */
export const raceHours = pgTable(
  "race_hours",
  {
    day: day(),
    /** Hour of the UTC day, 0 to 23. */
    hour: smallint("hour").notNull(),
    raceType: text("race_type", { enum: raceTypes }).notNull(),
    /** Stakes of settled bets; negative in an hour in which refunds took back more. */
    wagered: signedLamports("wagered").notNull(),
    won: signedLamports("won").notNull(),
    bets: integer("bets").notNull(),
    races: integer("races").notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.hour, t.raceType] })],
);
