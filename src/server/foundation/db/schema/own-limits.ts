import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { breakKinds } from "../../../../domain/break.ts";
import { ownLimitKinds } from "../../../../domain/own-limits.ts";
import { instant } from "./columns.ts";

/** Limits that players set for themselves (rule BET-16): lamports, or minutes for the reminder; null means no limit. */
export const ownLimits = pgTable(
  "own_limits",
  {
    wallet: text("wallet").notNull(),
    kind: text("kind", { enum: ownLimitKinds }).notNull(),
    value: bigint("value", { mode: "bigint" }),
    /** Applies from `nextAt` on; without it no change is pending. */
    nextValue: bigint("next_value", { mode: "bigint" }),
    nextAt: instant("next_at"),
  },
  (t) => [primaryKey({ columns: [t.wallet, t.kind] })],
);

/** Every break that a player took. The one that ends last applies; no row is ever changed or deleted (rule BET-16). */
export const ownBreaks = pgTable(
  "own_breaks",
  {
    id: text("id").primaryKey(),
    wallet: text("wallet").notNull(),
    kind: text("kind", { enum: breakKinds }).notNull(),
    takenAt: instant("taken_at").notNull(),
    until: instant("until").notNull(),
  },
  (t) => [
    check("lasts", sql`${t.until} > ${t.takenAt}`),
    index("own_breaks_by_wallet").on(t.wallet, t.until),
  ],
);

/** Notices of age and place that players accepted (rule BET-17); no row is ever changed or deleted. */
export const ageNotices = pgTable(
  "age_notices",
  {
    wallet: text("wallet").notNull(),
    version: integer("version").notNull(),
    /** The age that the notice stated. */
    age: integer("age").notNull(),
    acceptedAt: instant("accepted_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.wallet, t.version, t.age] })],
);
