import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { breakKinds, ownLimitKinds } from "../../../domain/own-limits.ts";
import { instant } from "./columns.ts";

/** What players limit for themselves (rule BET-16): lamports, or minutes for the reminder; null is no limit. */
export const ownLimits = pgTable(
  "own_limits",
  {
    wallet: text("wallet").notNull(),
    kind: text("kind", { enum: ownLimitKinds }).notNull(),
    value: bigint("value", { mode: "bigint" }),
    /** Holds from `nextAt` on; without that nothing is to come. */
    nextValue: bigint("next_value", { mode: "bigint" }),
    nextAt: instant("next_at"),
  },
  (t) => [primaryKey({ columns: [t.wallet, t.kind] })],
);

/** Every break that a player took. The one that ends last holds; no row ever changes or goes (rule BET-16). */
export const ownBreaks = pgTable(
  "own_breaks",
  {
    id: text("id").primaryKey(),
    wallet: text("wallet").notNull(),
    kind: text("kind", { enum: breakKinds }).notNull(),
    takenAt: instant("taken_at").notNull(),
    until: instant("until").notNull(),
  },
  (t) => [index("own_breaks_by_wallet").on(t.wallet, t.until)],
);

/** Notices of age and place that players accepted (rule BET-17); no row ever changes or goes. */
export const ageNotices = pgTable(
  "age_notices",
  {
    wallet: text("wallet").notNull(),
    version: integer("version").notNull(),
    /** The age that it named. */
    age: integer("age").notNull(),
    acceptedAt: instant("accepted_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.wallet, t.version, t.age] })],
);
