import { utf8ToBytes } from "@noble/hashes/utils.js";
import * as z from "zod/mini";
import { houseWalletKinds } from "../ledger.ts";
import { networks } from "../networks.ts";
import { MAX_ENTRY_BYTES } from "./entry-bundle.ts";
import { address, count, hash, instant, rules } from "./entry-field.ts";
import { commitEntry } from "./commit-entry.ts";
import { ruleEntry } from "./rule-entry.ts";

const head = { at: instant };

/** Index 0 of each log: what it is about and what it begins with. */
const openEntry = z.strictObject({
  kind: z.literal("open"),
  ...head,
  /** The protocol that the entries follow. */
  format: z.literal("furlong-log-1"),
  network: z.enum(networks),
  genesis_hash: address,
  origin: z.string(),
  /** The only key that signs this log's checkpoints. */
  notary: address,
  memo_program: address,
  /** The published end of the seed chain, and how many seeds lie behind it. */
  seed_chain: z.strictObject({ tip: hash, length: count }),
  /** Every rule in force, as settings are stored. */
  rules,
  /** The last head of the log before, with the slot where it is anchored (null if it is not); null for the first log. */
  before: z.nullable(
    z.strictObject({ origin: z.string(), size: count, root: hash, slot: z.nullable(count) }),
  ),
});

/** The last entry of a log that ends as it should. */
const closeEntry = z.strictObject({
  kind: z.literal("close"),
  ...head,
  /** That of the next log. */
  notary: address,
});

/** A house wallet of this log begins or ends. A wallet belongs to one log. */
const walletEntry = z.strictObject({
  kind: z.literal("wallet"),
  ...head,
  address,
  role: z.enum(houseWalletKinds),
  change: z.enum(["begins", "ends"]),
});

/** Fields stand in the text in the order in which they stand here. */
const entrySchema = z.discriminatedUnion("kind", [
  openEntry,
  closeEntry,
  walletEntry,
  ruleEntry,
  commitEntry,
]);

/** What the log says, one line of JSON each (rule LOG-5). */
export type LogEntry = z.output<typeof entrySchema>;

type Without<Entry, Key extends PropertyKey> = Entry extends unknown ? Omit<Entry, Key> : never;

/** An entry before the log gave it its time. */
export type EntryContent = Without<LogEntry, "at">;

/**
 * The entry's canonical text: as `JSON.stringify` writes it, without spaces, fields in the documented order.
 *
 * @throws for a content that its kind does not allow, and for a text of more than 65,535 bytes: both are bugs.
 */
export function writeEntry(content: EntryContent, at: Date): string {
  const entry = { ...content, at } as LogEntry;
  const text = JSON.stringify(z.encode(entrySchema, entry));
  const length = utf8ToBytes(text).length;
  if (length > MAX_ENTRY_BYTES) throw new RangeError(`an entry of ${length} bytes`);
  return text;
}

/**
 * Reads an entry; null unless it is exactly the text that {@link writeEntry} writes: unknown, missing, doubled or
 * reordered fields, spaces, other escapes and other spellings of a value are all refused.
 */
export function readEntry(text: string): LogEntry | null {
  const read = entrySchema.safeParse(parseJson(text));
  if (!read.success) return null;
  return JSON.stringify(z.encode(entrySchema, read.data)) === text ? read.data : null;
}

/** Undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
