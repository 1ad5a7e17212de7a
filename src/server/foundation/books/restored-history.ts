import { rowsOf, type Queryable } from "../db/database.ts";
import { sql } from "drizzle-orm";

/** Where the history of restored wallets ends, as the id of the posting that books what they held (rule MONEY-33). */
export const restoredId = (network: string, upTo: bigint): string => `${network}:${upTo}`;

/** Before the first slot. */
export const NOTHING_RESTORED = -1n;

/**
 * The last slot of this network whose payments belong to the installation that the house wallets were restored from;
 * -1 when they were created here. Wallets are restored only into empty books, so it is their first posting that says
 * so, and like every posting it never changes.
 */
export async function readRestoredUpTo(q: Queryable, network: string): Promise<bigint> {
  const [first] = await rowsOf<{ kind: string; reference: string }>(
    q,
    sql`select kind, reference from ledger_postings order by id limit 1`,
  );
  if (first?.kind !== "wallets restored") return NOTHING_RESTORED;
  const [, restoredOn, upTo] = /^restored:([\w-]+):(\d+)$/.exec(first.reference) ?? [];
  return restoredOn === network && upTo !== undefined ? BigInt(upTo) : NOTHING_RESTORED;
}
