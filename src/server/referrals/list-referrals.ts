import { and, desc, eq, sql } from "drizzle-orm";
import type { Api } from "../../contract/api.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";
import { type Lamports, lamports, ZERO } from "../../domain/lamports.ts";
import { ok, type Result } from "../../domain/result.ts";
import { type Queryable, rowsOf } from "../db/database.ts";
import { users } from "../db/schema/players.ts";
import { referralTotals } from "../db/schema/referrals.ts";
import { isBehind, pageOf, parseTimeCursor } from "../db/time-cursor.ts";

type ReferralList = Reply<Api["getReferrals"]>;

interface Page {
  /** The referrer. */
  readonly wallet: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** For an admin, who also sees the figures of players who hide them. */
  readonly seesHidden?: boolean;
}

/**
 * The players whom a wallet referred, newest first, and their totals (rules REFERRAL-2 and REFERRAL-3). For a player
 * who hides figures, what they staked and brought is not shown to the referrer either, and the total of the stakes leaves
 * it out, since the difference to the other rows would be it (rule PRIVACY-5). The cursor is the time and the wallet of
 * the last player shown.
 */
export async function listReferrals(
  q: Queryable,
  { wallet: referrer, limit, cursor, seesHidden = false }: Page,
): Promise<Result<ReferralList, "INVALID_INPUT">> {
  const place = parseTimeCursor(cursor);
  if (!place.ok) return place;
  const rows = await q
    .select({
      wallet: users.wallet,
      username: users.username,
      createdAt: users.createdAt,
      hidesFigures: users.hidesFigures,
      wagered: referralTotals.wagered,
      earned: referralTotals.earned,
    })
    .from(users)
    .leftJoin(
      referralTotals,
      and(eq(referralTotals.referrer, referrer), eq(referralTotals.wallet, users.wallet)),
    )
    .where(and(eq(users.referrer, referrer), isBehind(place.value, users.createdAt, users.wallet)))
    .orderBy(desc(users.createdAt), desc(users.wallet))
    .limit(limit + 1);
  const { shown, nextCursor } = pageOf(rows, limit, ({ createdAt, wallet }) => ({
    at: createdAt,
    id: wallet,
  }));
  return ok({
    referrals: shown.map(({ wallet, username, createdAt, hidesFigures, wagered, earned }) => ({
      id: wallet,
      username,
      referred_wallet: wallet,
      created_at: createdAt,
      total_referred_wager: hidesFigures && !seesHidden ? null : (wagered ?? ZERO),
      total_earned: hidesFigures && !seesHidden ? null : (earned ?? ZERO),
    })),
    ...(await readTotals(q, { referrer, seesHidden })),
    nextCursor,
  });
}

interface Totals {
  readonly totalReferrals: number;
  readonly totalReferredWager: Lamports;
  readonly totalEarnings: Lamports;
}

/** The earnings are the referrer's own money: what a player who hides figures brought is among them. */
async function readTotals(
  q: Queryable,
  { referrer, seesHidden }: { readonly referrer: string; readonly seesHidden: boolean },
): Promise<Totals> {
  const [row] = await rowsOf<{ referrals: number; wagered: bigint; earned: bigint }>(
    q,
    sql`select (select count(*)::int from users where referrer = ${referrer}) as referrals,
               coalesce(sum(wagered) filter (where ${seesHidden} or not hides_figures), 0)::bigint as wagered,
               coalesce(sum(earned), 0)::bigint as earned
          from referral_totals join users using (wallet) where referral_totals.referrer = ${referrer}`,
  );
  return {
    totalReferrals: row?.referrals ?? 0,
    totalReferredWager: lamports(row?.wagered ?? 0n),
    totalEarnings: lamports(row?.earned ?? 0n),
  };
}
