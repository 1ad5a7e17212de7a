import { sql } from "drizzle-orm";
import type { Tx } from "./database.ts";

/** Names of one kind are given one at a time, so that no two alike are given at once (rule FORMS-3). */
export async function lockNames(tx: Tx, kind: "horses" | "titles" | "emote groups"): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`furlong names of ${kind}`}, 0))`);
}
