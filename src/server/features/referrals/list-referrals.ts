import { and, eq, or, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { referralOrders } from "../../../contract/referrals/referrals.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { type Lamports, lamports, ZERO } from "../../../domain/lamports.ts";
import { ok, type Result } from "../../../domain/result.ts";
import { type Queryable, rowsOf } from "../../foundation/db/database.ts";
import { type ListSearch, pageInOrder } from "../../foundation/db/list-order.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { referralTotals } from "../../foundation/db/schema/referrals.ts";
import { beginsWith } from "../../foundation/db/text-prefix.ts";

type ReferralList = Reply<Api["getReferrals"]>;

export type ReferralSearch = ListSearch<(typeof referralOrders)[number]>;

interface Search extends ReferralSearch {
  /** The referrer. */
  readonly wallet: string;
  /** For an admin, who also sees the figures of players who hide them. */
  readonly seesHidden?: boolean;
}

interface Referred {
  readonly wallet: string;
  readonly createdAt: Date;
  /** Null, as is the next, before the first settled bet. */
  readonly wagered: Lamports | null;
  readonly earned: Lamports | null;
}

// By amount the few rows of one referrer are sorted: the totals beside the list read them all anyway.
const referrals = {
  first: ["joined", "desc"],
  orders: {
    joined: { by: users.createdAt, as: "time", keyOf: ({ createdAt }: Referred) => createdAt },
    wagered: {
      by: sql`coalesce(${referralTotals.wagered}, 0)`,
      as: "number",
      keyOf: ({ wagered }: Referred) => wagered ?? ZERO,
    },
    earned: {
      by: sql`coalesce(${referralTotals.earned}, 0)`,
      as: "number",
      keyOf: ({ earned }: Referred) => earned ?? ZERO,
    },
  },
  id: { by: users.wallet, as: "text", keyOf: ({ wallet }: Referred) => wallet },
} as const;

/**
 * The players whom a wallet referred, newest first, and their totals (rule REFERRAL-3); for an admin also by what they
 * brought, and those who are looked for. For a player who hides figures, what they staked and brought is not shown to
 * the referrer either, and the total of the stakes leaves it out, since the difference to the other rows would be it
 * (rule PRIVACY-5).
 */
export async function listReferrals(
  q: Queryable,
  { wallet: referrer, seesHidden = false, ...query }: Search,
): Promise<Result<ReferralList, "INVALID_INPUT">> {
  const page = pageInOrder(referrals, query);
  if (!page.ok) return page;
  const { isBehind, orderBy, pageOf } = page.value;
  const { search = "" } = query;
  const hasName = beginsWith(sql`lower(${users.username})`, search.toLowerCase());
  const isFound = search === "" ? undefined : or(beginsWith(users.wallet, search), hasName);
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
    .where(and(eq(users.referrer, referrer), isBehind, isFound))
    .orderBy(...orderBy)
    .limit(query.limit + 1);
  const { items, nextCursor } = pageOf(rows);
  return ok({
    referrals: items.map(({ wallet, username, createdAt, hidesFigures, wagered, earned }) => ({
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
  const isShown = seesHidden
    ? sql`true`
    : sql`(select not hides_figures from users where users.wallet = referral_totals.wallet)`;
  const [row] = await rowsOf<{ referrals: number; wagered: bigint; earned: bigint }>(
    q,
    sql`select (select count(*)::int from users where referrer = ${referrer}) as referrals,
               coalesce(sum(wagered) filter (where ${isShown}), 0)::bigint as wagered,
               coalesce(sum(earned), 0)::bigint as earned
          from referral_totals where referrer = ${referrer}`,
  );
  return {
    totalReferrals: row?.referrals ?? 0,
    totalReferredWager: lamports(row?.wagered ?? 0n),
    totalEarnings: lamports(row?.earned ?? 0n),
  };
}
