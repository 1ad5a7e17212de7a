import { bigint, bigserial, date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, instant, json, lamports, slot } from "./columns.ts";
import { payments } from "./payments.ts";

/** What the house owed at a moment, as a tree (rule OWED-1). Never changed; an anchored one is never deleted either. */
export const liabilityTrees = pgTable("liability_trees", {
  id: bigserial("id", { mode: "bigint" }).primaryKey(),
  at: instant("at").notNull(),
  root: text("root").notNull(),
  total: lamports("total").notNull(),
  /** Number of leaves. */
  count: integer("count").notNull(),
  /** The final slot at which the holdings were read. */
  slot: slot("slot").notNull(),
  /** `{kind, address, lamports, signature}` of each house wallet; the signature is null if it did not sign. */
  holdings: json("holdings").notNull(),
  /** The secret from which the accounts' salts are derived. */
  secret: bytes("secret").notNull(),
});

/**
 * Leaves of a tree, 256 per row, in order: everything a path is made from. Stored only for the newest trees (rule
 * OWED-5).
 */
export const liabilityLeaves = pgTable(
  "liability_leaves",
  {
    treeId: bigint("tree_id", { mode: "bigint" })
      .notNull()
      .references(() => liabilityTrees.id, { onDelete: "cascade" }),
    /** Position of the row, starting at 0. */
    number: integer("number").notNull(),
    /** For each leaf the hash of its account, 32 bytes, and its lamports, 8 bytes. */
    leaves: bytes("leaves").notNull(),
    /** Hash and sum of the subtree over them. */
    hash: bytes("hash").notNull(),
    sum: lamports("sum").notNull(),
  },
  (t) => [primaryKey({ columns: [t.treeId, t.number] })],
);

/** Which tree of a UTC day was written to the chain (rule OWED-6). Append-only. */
export const liabilityAnchors = pgTable(
  "liability_anchors",
  {
    day: date("day", { mode: "string" }).primaryKey(),
    treeId: bigint("tree_id", { mode: "bigint" })
      .notNull()
      .references(() => liabilityTrees.id),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
  },
  (t) => [index("liability_anchors_by_tree").on(t.treeId)],
);

/** One row: when a player last asked for a newer tree (rule OWED-5). */
export const liabilityRequest = pgTable("liability_request", {
  id: integer("id").primaryKey(),
  askedAt: instant("asked_at").notNull(),
});
