import { eq } from "drizzle-orm";
import type { Tx } from "../../foundation/db/database.ts";
import { users } from "../../foundation/db/schema/players.ts";

export type LockedPlayer = typeof users.$inferSelect;

/** Serialises changes to one player until the transaction ends; null when there is no such player. */
export async function lockPlayer(tx: Tx, wallet: string): Promise<LockedPlayer | null> {
  const [player] = await tx.select().from(users).where(eq(users.wallet, wallet)).for("update");
  return player ?? null;
}
