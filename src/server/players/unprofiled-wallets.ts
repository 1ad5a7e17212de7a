import { and, sql } from "drizzle-orm";
import type { Api } from "../../contract/api.ts";
import type { unprofiledOrders } from "../../contract/players/unprofiled-wallets.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";
import { lamports } from "../../domain/lamports.ts";
import { type Account, playerOf, userAccount } from "../../domain/ledger.ts";
import { ok, refuse, type Result } from "../../domain/result.ts";
import { balanceOf } from "../books/ledger.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import { type Queryable, rowsOf } from "../db/database.ts";
import { type ListSearch, pageInOrder } from "../db/list-order.ts";
import { ledgerAccounts } from "../db/schema/ledger.ts";
import { beginsWith } from "../db/text-prefix.ts";
import type { Chain } from "../ports.ts";

interface Held {
  readonly account: Account;
  readonly balance: bigint;
}

const byAccount = { by: ledgerAccounts.account, as: "text", keyOf: ({ account }: Held) => account } as const;
const unprofiled = {
  first: ["wallet", "asc"],
  orders: {
    wallet: byAccount,
    balance: { by: ledgerAccounts.balance, as: "number", keyOf: ({ balance }: Held) => balance },
  },
  id: byAccount,
} as const;

/**
 * Wallets that hold money here and have no profile, in the order of their addresses or balances (rules USERS-7 and
 * ADMIN-83): anyone who pays
 * before signing up, or sends to a deposit wallet manually, is credited like a player. The database knows which accounts
 * have no profile, so that the page does not pass over all players (rule ADMIN-80).
 */
export async function listUnprofiled(
  q: Queryable,
  asked: ListSearch<(typeof unprofiledOrders)[number]>,
): Promise<Result<Reply<Api["listUnprofiledWallets"]>, "INVALID_INPUT">> {
  const page = pageInOrder(unprofiled, asked);
  if (!page.ok) return page;
  const { isBehind, orderBy, pageOf } = page.value;
  const { search = "" } = asked;
  const isFound = search === "" ? undefined : beginsWith(ledgerAccounts.account, userAccount(search));
  const isUnprofiled = sql`not has_profile and balance <> 0 and account like 'user:%'`;
  const rows = await rowsOf<{ account: Account; balance: bigint }>(
    q,
    sql`select account, balance from ledger_accounts where ${and(isUnprofiled, isBehind, isFound)}
         order by ${sql.join([...orderBy], sql`, `)} limit ${asked.limit + 1}`,
  );
  const { shown, nextCursor } = pageOf(rows);
  const wallets = shown.map(({ account, balance }) => ({
    wallet_address: playerOf(account) ?? "",
    balance: lamports(balance),
  }));
  return ok({ wallets, nextCursor });
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
