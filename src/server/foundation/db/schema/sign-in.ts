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
    /** When the wallet last confirmed what admins do, in the browser that holds the step-up cookie. */
    steppedUpAt: instant("stepped_up_at"),
    /** When it last confirmed larger bets from its balance, likewise. */
    balanceSteppedUpAt: instant("balance_stepped_up_at"),
    /** SHA-256 of the step-up cookie; null until the first step-up. */
    stepUpHash: text("step_up_hash"),
    /** Written at most once in five minutes; null until the session is used. */
    lastUsedAt: instant("last_used_at"),
    /** Where the sign-in came from, without the last part of the address. */
    network: text("network"),
    /** Which browser signed in, by its own account. */
    browser: text("browser"),
  },
  (t) => [index("sessions_by_wallet").on(t.wallet)],
);
