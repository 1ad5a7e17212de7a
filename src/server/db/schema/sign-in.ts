import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

export const signInNonces = pgTable("sign_in_nonces", {
  nonce: text("nonce").primaryKey(),
  /** SHA-256 of the short-lived cookie of the browser that asked. */
  browserHash: text("browser_hash").notNull(),
  /** The exact input from which the message must be rebuilt. */
  input: jsonb("input").notNull(),
  expiresAt: instant("expires_at").notNull(),
  usedAt: instant("used_at"),
  /** What a step-up confirms; null for a sign-in. */
  purpose: text("purpose"),
});

export const sessions = pgTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    wallet: text("wallet").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
    /** When the wallet last confirmed this session. */
    steppedUpAt: instant("stepped_up_at"),
  },
  (t) => [index("sessions_by_wallet").on(t.wallet)],
);
