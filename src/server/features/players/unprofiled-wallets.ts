import { and, desc, gt, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { unprofiledOrders } from "../../../contract/players/unprofiled-wallets.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { lamports } from "../../../domain/lamports.ts";
import { type Account, playerOf, userAccount } from "../../../domain/ledger.ts";
import { ok, type Result } from "../../../domain/result.ts";
import { balanceOf } from "../../foundation/books/ledger.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import { type Queryable, rowsOf } from "../../foundation/db/database.ts";
import { type ListSearch, pageInOrder } from "../../foundation/db/list-order.ts";
import { ledgerAccounts } from "../../foundation/db/schema/ledger.ts";
import { restrictions, users } from "../../foundation/db/schema/players.ts";
import { beginsWith } from "../../foundation/db/text-prefix.ts";
import type { Chain, Clock } from "../../foundation/ports.ts";
import { readRestrictedUntil } from "./read-restrictions.ts";

interface AccountBalance {
  readonly account: Account;
  readonly balance: bigint;
}

const byAccount = {
  by: ledgerAccounts.account,
  as: "text",
  keyOf: ({ account }: AccountBalance) => account,
} as const;
const unprofiled = {
  first: ["wallet", "asc"],
  orders: {
    wallet: byAccount,
    balance: { by: ledgerAccounts.balance, as: "number", keyOf: ({ balance }: AccountBalance) => balance },
  },
  id: byAccount,
} as const;

/**
 * Wallets that hold money here and have no profile, in the order of their addresses or balances (rule USERS-7): anyone
 * who pays before signing up, or sends to a deposit wallet manually, is credited like a player. The database knows
 * which accounts have no profile, so that the page does not pass over all players.
 */
export async function listUnprofiled(
  q: Queryable,
  query: ListSearch<(typeof unprofiledOrders)[number]>,
): Promise<Result<Reply<Api["listUnprofiledWallets"]>, "INVALID_INPUT">> {
  const page = pageInOrder(unprofiled, query);
  if (!page.ok) return page;
  const { isBehind, orderBy, pageOf } = page.value;
  const { search = "" } = query;
  const isFound = search === "" ? undefined : beginsWith(ledgerAccounts.account, userAccount(search));
  const isUnprofiled = sql`not has_profile and balance <> 0 and account like 'user:%'`;
  const rows = await rowsOf<{ account: Account; balance: bigint }>(
    q,
    sql`select account, balance from ledger_accounts where ${and(isUnprofiled, isBehind, isFound)}
         order by ${sql.join([...orderBy], sql`, `)} limit ${query.limit + 1}`,
  );
  const { items, nextCursor } = pageOf(rows);
  const wallets = items.map(({ account, balance }) => ({
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

/**
 * What a wallet without a profile holds here, and on the chain if that answers (rule USERS-7), and until when it is
 * banned (rule USERS-9).
 */
export async function readUnprofiled(
  {
    db,
    chain,
    clock,
  }: { readonly db: Queryable; readonly chain: Pick<Chain, "balance">; readonly clock: Clock },
  wallet: string,
): Promise<Reply<Api["getUnprofiledWallet"]>> {
  const balance = (await isKnownToBooks(db, wallet)) ? await balanceOf(db, `user:${wallet}`) : null;
  const onchain_balance = await orUnavailable(chain.balance(wallet));
  const banned_until = await readRestrictedUntil(db, { wallet, kind: "ban" }, new Date(clock.now()));
  return { wallet: { wallet_address: wallet, balance, onchain_balance, banned_until } };
}

/** A list that an admin reads whole: those whose bans end last. */
const BANS_SHOWN = 100;

/** Banned wallets without a profile, with the end of the longest ban of each, who imposed it and why (rule USERS-9). */
export async function listBannedWallets({
  db,
  clock,
}: {
  readonly db: Queryable;
  readonly clock: Clock;
}): Promise<Reply<Api["listBannedWallets"]>> {
  const { wallet, until, imposedBy, reason } = restrictions;
  const wallets = await db
    .select({ wallet_address: wallet, banned_until: until, banned_by: imposedBy, reason })
    .from(restrictions)
    .where(
      and(
        // As in the index of the bans in force.
        sql`kind = 'ban' and lifted_at is null`,
        gt(until, new Date(clock.now())),
        sql`not exists (select from ${users} where ${users.wallet} = ${wallet})`,
        sql`not exists (
          select from ${restrictions} as longer
           where longer.wallet = ${wallet} and longer.kind = 'ban' and longer.lifted_at is null
             and (longer.until, longer.id) > (${until}, ${restrictions.id})
        )`,
      ),
    )
    .orderBy(desc(until))
    .limit(BANS_SHOWN);
  return { wallets };
}
