import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, lamports, slot } from "./columns.ts";

export const localChain = pgTable("local_chain", {
  id: integer("id").primaryKey(),
  genesisHash: text("genesis_hash").notNull(),
  /** Source of the blockhashes; base64. */
  secret: text("secret").notNull(),
  faucetKey: text("faucet_key").notNull(),
  startedAt: instant("started_at").notNull(),
  slotMs: integer("slot_ms").notNull(),
});

/** The validator's ledger that local mode plays on in place of the embedded chain: at most one row. */
export const localValidator = pgTable("local_validator", {
  genesisHash: text("genesis_hash").primaryKey(),
  /** Whose payments are the house's own funding. */
  faucetAddress: text("faucet_address").notNull(),
});

export const localChainAccounts = pgTable("local_chain_accounts", {
  address: text("address").primaryKey(),
  lamports: lamports("lamports").notNull(),
  owner: text("owner").notNull(),
  /** base64 */
  data: text("data").notNull(),
  executable: boolean("executable").notNull(),
});

export const localChainTransactions = pgTable(
  "local_chain_transactions",
  {
    signature: text("signature").primaryKey(),
    slot: slot("slot").notNull(),
    /** Position within the block. */
    position: integer("position").notNull(),
    /** What the RPC reports about it; see the embedded chain's record. */
    record: jsonb("record").notNull(),
  },
  (t) => [index("local_chain_transactions_by_slot").on(t.slot, t.position)],
);

/** Which transactions name an address, so that its history is read without scanning every block. */
export const localChainSignatures = pgTable(
  "local_chain_signatures",
  {
    address: text("address").notNull(),
    slot: slot("slot").notNull(),
    position: integer("position").notNull(),
    signature: text("signature").notNull(),
  },
  (t) => [primaryKey({ columns: [t.address, t.slot, t.position] })],
);
