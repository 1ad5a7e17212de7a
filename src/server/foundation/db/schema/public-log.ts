import { sql } from "drizzle-orm";
import { bigint, boolean, check, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { networks } from "../../../../domain/networks.ts";
import { bytes, instant } from "./columns.ts";

/** Keys that sign a log's checkpoints, one for each log, for life. They are no house wallets (rule LOG-4). */
export const notaries = pgTable("notaries", {
  address: text("address").primaryKey(),
  /** As a house wallet's: AES-256-GCM over the private key with the address as associated data, base64. */
  sealedKey: text("sealed_key").notNull(),
  createdAt: instant("created_at").notNull(),
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
    /** The newest checkpoint that the notary signed: its size and root, and the signature of its note in hex. */
    signedSize: bigint("signed_size", { mode: "number" }).notNull().default(0),
    signedRoot: text("signed_root"),
    signature: text("signature"),
  },
  (t) => [
    uniqueIndex("one_open_log")
      .on(t.isOpen)
      .where(sql`${t.isOpen}`),
    check("signed_what_it_has", sql`${t.signedSize} <= ${t.size}`),
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
  },
  (t) => [primaryKey({ columns: [t.log, t.index] })],
);
