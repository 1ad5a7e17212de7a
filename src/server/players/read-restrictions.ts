import { and, gt, inArray, isNull, max, type SQL } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { restrictions } from "../db/schema/players.ts";

type Kind = (typeof restrictions.$inferSelect)["kind"];

/** Neither lifted nor expired. */
export const holdsAt = (now: Date): SQL | undefined =>
  and(gt(restrictions.until, now), isNull(restrictions.liftedAt));

/** Until when each of the wallets is restricted; of several of one kind, the longest counts (rule USERS-5). */
export async function readRestrictions(
  q: Queryable,
  wallets: readonly string[],
  now: Date,
): Promise<(wallet: string, kind: Kind) => Date | null> {
  const rows = await q
    .select({ wallet: restrictions.wallet, kind: restrictions.kind, until: max(restrictions.until) })
    .from(restrictions)
    .where(and(inArray(restrictions.wallet, [...wallets]), holdsAt(now)))
    .groupBy(restrictions.wallet, restrictions.kind);
  return (wallet, kind) => rows.find((row) => row.wallet === wallet && row.kind === kind)?.until ?? null;
}

/** Until when one wallet is restricted; null when it is not. */
export const readRestrictedUntil = async (
  q: Queryable,
  { wallet, kind }: { readonly wallet: string; readonly kind: Kind },
  now: Date,
): Promise<Date | null> => (await readRestrictions(q, [wallet], now))(wallet, kind);
