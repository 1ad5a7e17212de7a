import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { bytes, instant } from "./columns.ts";

/** Idempotency keys of the last 24 hours, each with what its call did and answered (rules IDEM-1 to IDEM-4). */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    wallet: text("wallet").notNull(),
    /** Name of the endpoint. */
    call: text("call").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of the request without its secrets. */
    content: text("content").notNull(),
    /** What the transaction of the effect returned; null if the call has none of its own. */
    effect: bytes("effect"),
    /** Status and body of the answer; null until the call has been answered. */
    status: smallint("status"),
    answer: text("answer"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.wallet, t.call, t.key] }),
    index("idempotency_keys_by_age").on(t.createdAt),
    check("idempotency_keys_answer_is_whole", sql`(${t.status} is null) = (${t.answer} is null)`),
  ],
);
