import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { networks } from "../../../../domain/networks.ts";
import { bytes, instant, lamports, slot } from "./columns.ts";

/** Keys that sign a log's checkpoints, one for each log, for life. They are no house wallets (rule LOG-4). */
export const notaries = pgTable("notaries", {
  address: text("address").primaryKey(),
  /** As a house wallet's: AES-256-GCM over the private key with the address as associated data, base64. */
  sealedKey: text("sealed_key").notNull(),
  createdAt: instant("created_at").notNull(),
  /** What it held on the chain when that was last read; null before the first time. */
  lamports: lamports("lamports"),
  readAt: instant("read_at"),
});

/**
 * The public logs, of which one is open. The row is the last thing that an append locks, and all that it reads of the
 * past (rule LOG-1).
 */
export const logs = pgTable(
  "logs",
  {
    /** As in its address, `/log/<id>`. */
    id: text("id").primaryKey(),
    origin: text("origin").notNull().unique(),
    network: text("network", { enum: networks }).notNull(),
    notary: text("notary")
      .notNull()
      .unique()
      .references(() => notaries.address),
    isOpen: boolean("is_open").notNull().default(true),
    /** Number of entries. */
    size: bigint("size", { mode: "number" }).notNull().default(0),
    /** The frontier's hashes in hex, as `writePeaks` writes them. */
    peaks: text("peaks").notNull().default(""),
    /** The time of the newest entry; none is earlier than the one before it. */
    newestAt: instant("newest_at").notNull(),
    /** Entries that were anchored are lost: its notary signs nothing any more, and it never ends with a `close`. */
    isLost: boolean("is_lost").notNull().default(false),
    /** Since when the leader knows that it does not continue what is anchored; null while it does. */
    differsSince: instant("differs_since"),
    /** When it came from a backup, until it was compared with the chain since. */
    restoredAt: instant("restored_at"),
    /** The history of the Postgres that it was in last: a replica that is promoted begins another. */
    timeline: integer("timeline").notNull(),
    /** The size with the newest entry that is anchored at once. */
    urgentSize: bigint("urgent_size", { mode: "number" }).notNull().default(0),
  },
  (t) => [
    uniqueIndex("one_open_log")
      .on(t.isOpen)
      .where(sql`${t.isOpen}`),
  ],
);

/** Entries of the newest bundle, until it is full and packed. */
export const logEntries = pgTable(
  "log_entries",
  {
    log: text("log")
      .notNull()
      .references(() => logs.id),
    index: bigint("index", { mode: "number" }).notNull(),
    /** One line of JSON, without its end. */
    entry: text("entry").notNull(),
  },
  (t) => [primaryKey({ columns: [t.log, t.index] })],
);

/** Full bundles of 256 entries, each stored once, as it is served. Append-only. */
export const logBundles = pgTable(
  "log_bundles",
  {
    log: text("log")
      .notNull()
      .references(() => logs.id),
    index: integer("index").notNull(),
    gzip: bytes("gzip").notNull(),
    /** Root of the subtree over its entries, hex: a hash of the tile above. */
    root: text("root").notNull(),
    /** Whether an entry of it is about more than one race: the others are not opened for the rule log. */
    hasRules: boolean("has_rules").notNull(),
  },
  (t) => [primaryKey({ columns: [t.log, t.index] })],
);

/** How a memo that the notary signed ended on the chain. */
export const memoOutcomes = ["landed", "failed", "expired"] as const;

/**
 * Memos of checkpoints, each stored before it is first sent (rule LOG-9). One that landed anchors every entry below its
 * size.
 */
export const notaryMemos = pgTable(
  "notary_memos",
  {
    signature: text("signature").primaryKey(),
    log: text("log")
      .notNull()
      .references(() => logs.id),
    size: bigint("size", { mode: "number" }).notNull(),
    /** Hex. */
    root: text("root").notNull(),
    /** The signature of the checkpoint's note, in hex. */
    note: text("note").notNull(),
    /** base64 of the signed transaction. */
    wire: text("wire").notNull(),
    lastValidBlockHeight: slot("last_valid_block_height").notNull(),
    /** It can only have landed in a later one. */
    signedAtSlot: slot("signed_at_slot").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Null while it may still land. */
    outcome: text("outcome", { enum: memoOutcomes }),
    /** Where it landed, with or without an error. */
    slot: slot("slot"),
    endedAt: instant("ended_at"),
  },
  (t) => [
    uniqueIndex("one_memo_under_way")
      .on(t.log)
      .where(sql`${t.outcome} is null`),
    index("notary_memos_by_size").on(t.log, t.outcome, t.size),
    index("notary_memos_by_time").on(t.log, t.createdAt),
    // Whether one ended since the notary's balance was read, which is asked every few seconds.
    index("notary_memos_by_end").on(t.log, t.endedAt),
  ],
);
