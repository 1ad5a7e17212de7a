import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { houseWalletKinds } from "../../../../domain/ledger.ts";
import { instant } from "./columns.ts";

/** One row: how the data key is wrapped by the master password. */
export const houseVault = pgTable("house_vault", {
  id: integer("id").primaryKey(),
  salt: text("salt").notNull(),
  argon2: jsonb("argon2").notNull(),
  wrappedKey: text("wrapped_key").notNull(),
  createdAt: instant("created_at").notNull(),
});

export const houseWallets = pgTable("house_wallets", {
  address: text("address").primaryKey(),
  kind: text("kind", { enum: houseWalletKinds }).notNull(),
  /** AES-256-GCM over the private key with the address as associated data, base64. */
  sealedKey: text("sealed_key").notNull(),
  isActive: boolean("is_active").notNull().default(true),
  createdAt: instant("created_at").notNull(),
});
