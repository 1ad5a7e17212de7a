import { sql } from "drizzle-orm";
import type { Api } from "../../contract/api.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";
import { lamports } from "../../domain/lamports.ts";
import { type Account, playerOf, userAccount } from "../../domain/ledger.ts";
import { ok, refuse, type Result } from "../../domain/result.ts";
import { balanceOf } from "../books/ledger.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import { type Queryable, rowsOf } from "../db/database.ts";
import type { Chain } from "../ports.ts";

interface Page {
  readonly limit: number;
  /** The last wallet shown. */
  readonly cursor?: string | undefined;
}

/**
 * Wallets that hold money here and have no profile, in the order of their addresses (rule USERS-7): anyone who pays
 * before signing up, or sends to a deposit wallet manually, is credited like a player. The database knows which accounts
 * have no profile, so that the page does not pass over all players (rule ADMIN-80).
 */
export async function listUnprofiled(
  q: Queryable,
  { limit, cursor = "" }: Page,
): Promise<Reply<Api["listUnprofiledWallets"]>> {
  const rows = await rowsOf<{ account: Account; balance: bigint }>(
    q,
    sql`select account, balance from ledger_accounts
         where not has_profile and balance <> 0 and account like 'user:%' and account > ${userAccount(cursor)}
         order by account limit ${limit + 1}`,
  );
  const wallets = rows.slice(0, limit).map(({ account, balance }) => ({
    wallet_address: playerOf(account) ?? "",
    balance: lamports(balance),
  }));
  return { wallets, nextCursor: rows.length > limit ? (wallets.at(-1)?.wallet_address ?? null) : null };
}

/**
 * Whether a wallet ever had a balance here: only then can an admin set the balance of a wallet without a profile (rule
 * USERS-7).
 */
export async function isKnownToBooks(q: Queryable, wallet: string): Promise<boolean> {
  const rows = await rowsOf(q, sql`select 1 from ledger_accounts where account = ${userAccount(wallet)}`);
  return rows.length > 0;
}

/** What a wallet without a profile holds here, and on the chain if that answers (rule USERS-7). */
export async function readUnprofiled(
  { db, chain }: { readonly db: Queryable; readonly chain: Pick<Chain, "balance"> },
  wallet: string,
): Promise<Result<Reply<Api["getUnprofiledWallet"]>, "USER_NOT_FOUND">> {
  if (!(await isKnownToBooks(db, wallet))) return refuse("USER_NOT_FOUND");
  const balance = await balanceOf(db, `user:${wallet}`);
  const onchain_balance = await orUnavailable(chain.balance(wallet, "confirmed"));
  return ok({ wallet: { wallet_address: wallet, balance, onchain_balance } });
}
