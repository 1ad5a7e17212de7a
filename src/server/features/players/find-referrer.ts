import { address, isOffCurveAddress } from "@solana/kit";
import { sql } from "drizzle-orm";
import { parseUsername } from "../../../domain/username.ts";
import { parseWalletAddress } from "../../../domain/wallet-address.ts";
import { type Queryable, rowsOf, type Tx } from "../../foundation/db/database.ts";
import { ownerOfUsername } from "./take-username.ts";

/**
 * The wallet that a referral code makes the referrer of a new player (rules MONEY-13 and USERNAME-3). Null if the code
 * is neither a username nor a wallet, names an account that nobody can sign for, or would close a circle: players who
 * refer each other would pay each other's commission. Serialised across new players, so that two concurrent ones cannot
 * close a circle.
 */
export async function findReferrer(tx: Tx, code: string, newPlayer: string): Promise<string | null> {
  const referrer = await findWallet(tx, code.trim());
  if (referrer === null) return null;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('furlong referrers', 0))`);
  return (await isReferredBy(tx, referrer, newPlayer)) ? null : referrer;
}

/** The wallet that has, or once had, a username, or the given address if somebody can sign for it. */
export async function findWallet(q: Queryable, code: string): Promise<string | null> {
  if (parseWalletAddress(code).ok) return isOffCurveAddress(address(code)) ? null : code;
  const name = parseUsername(code);
  return name.ok ? ownerOfUsername(q, name.value.skeleton) : null;
}

/** Whether `wallet` is `ancestor`, or was referred by it, directly or through others. */
async function isReferredBy(q: Queryable, wallet: string, ancestor: string): Promise<boolean> {
  const [row] = await rowsOf<{ found: boolean }>(
    q,
    sql`with recursive chain (wallet) as (
          select ${wallet}::text
          union
          select users.referrer from users join chain on users.wallet = chain.wallet where users.referrer is not null
        )
        select exists (select 1 from chain where wallet = ${ancestor}) as found`,
  );
  return row?.found ?? false;
}
