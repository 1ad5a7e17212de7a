import { eq, sql } from "drizzle-orm";
import type { Db } from "../../foundation/db/database.ts";
import { depositCursors } from "../../foundation/db/schema/bets.ts";

/** How far each wallet's history was read; null where the history begins. */
export async function readCursors(db: Db): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db.select().from(depositCursors);
  return new Map(rows.map(({ address, lastSignature }) => [address, lastSignature]));
}

/** Moves a cursor that is where the caller thinks it is. False when another process has moved it meanwhile. */
export async function moveCursor(
  db: Db,
  { address, from, to }: { address: string; from: string | null | undefined; to: string },
): Promise<boolean> {
  if (from === undefined) {
    const inserted = await db
      .insert(depositCursors)
      .values({ address, lastSignature: to })
      .onConflictDoNothing()
      .returning();
    return inserted.length > 0;
  }
  const isThere = sql`${eq(depositCursors.address, address)} and ${depositCursors.lastSignature} is not distinct from ${from}`;
  const moved = await db.update(depositCursors).set({ lastSignature: to }).where(isThere).returning();
  return moved.length > 0;
}
