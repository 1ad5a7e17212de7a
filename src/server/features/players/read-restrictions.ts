import { and, desc, gt, inArray, isNull, type SQL } from "drizzle-orm";
import type { Queryable } from "../../foundation/db/database.ts";
import { restrictions } from "../../foundation/db/schema/players.ts";

type Kind = (typeof restrictions.$inferSelect)["kind"];

/** Neither lifted nor expired. */
export const holdsAt = (now: Date): SQL | undefined =>
  and(gt(restrictions.until, now), isNull(restrictions.liftedAt));

interface RestrictionInForce {
  readonly until: Date;
  /** Who imposed it. */
  readonly by: string;
}

/** How each of the wallets is restricted; of several restrictions of one kind, the longest counts (rule USERS-5). */
export async function readRestrictions(
  q: Queryable,
  wallets: readonly string[],
  now: Date,
): Promise<(wallet: string, kind: Kind) => RestrictionInForce | null> {
  const rows = await q
    .select({
      wallet: restrictions.wallet,
      kind: restrictions.kind,
      until: restrictions.until,
      by: restrictions.imposedBy,
    })
    .from(restrictions)
    .where(and(inArray(restrictions.wallet, [...wallets]), holdsAt(now)))
    .orderBy(desc(restrictions.until));
  return (wallet, kind) => rows.find((row) => row.wallet === wallet && row.kind === kind) ?? null;
}

/** Until when one wallet is restricted; null when it is not. */
export const readRestrictedUntil = async (
  q: Queryable,
  { wallet, kind }: { readonly wallet: string; readonly kind: Kind },
  now: Date,
): Promise<Date | null> => (await readRestrictions(q, [wallet], now))(wallet, kind)?.until ?? null;
