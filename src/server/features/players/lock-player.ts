import { eq, sql } from "drizzle-orm";
import type { Tx } from "../../foundation/db/database.ts";
import { users } from "../../foundation/db/schema/players.ts";

export type LockedPlayer = typeof users.$inferSelect;

/** Serialises changes to one player until the transaction ends; null when there is no such player. */
export async function lockPlayer(tx: Tx, wallet: string): Promise<LockedPlayer | null> {
  const [player] = await tx.select().from(users).where(eq(users.wallet, wallet)).for("update");
  return player ?? null;
}

/** Serialises what is decided about a wallet, with a profile or without one, until the transaction ends. */
export async function lockWallet(tx: Tx, wallet: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`wallet:${wallet}`}, 0))`);
}
