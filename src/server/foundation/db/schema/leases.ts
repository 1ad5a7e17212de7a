import { bigint, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const leases = pgTable("leases", {
  name: text("name").primaryKey(),
  holder: text("holder").notNull(),
  /** Fencing token: increases each time the lease changes hands. */
  token: bigint("token", { mode: "bigint" }).notNull(),
  /** Where the holder can be reached, if others forward requests to it. */
  address: text("address"),
  expiresAt: timestamp("expires_at", { withTimezone: true, mode: "date" }).notNull(),
});
