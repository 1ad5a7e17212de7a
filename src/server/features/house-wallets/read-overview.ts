import { asc, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { lamports, signedLamports } from "../../../domain/lamports.ts";
import { houseWalletKinds, walletAccount } from "../../../domain/ledger.ts";
import { readHaltedSince } from "../../foundation/books/payment-halt.ts";
import { type Queryable, rowsOf } from "../../foundation/db/database.ts";
import { houseWallets } from "../../foundation/db/schema/house-wallets.ts";
import type { Chain } from "../../foundation/ports.ts";
import { readNotary } from "../../foundation/public-log/log-gauges.ts";
import { readChainBalances } from "./chain-balances.ts";
import { listTransactions } from "./list-transactions.ts";
import type { Vault } from "./vault.ts";

type Overview = Reply<Api["getHouseOverview"]>;

interface Ports {
  readonly db: Queryable;
  readonly chain: Pick<Chain, "balances">;
  readonly vault: Pick<Vault, "isUnlocked">;
}

const SHOWN_TRANSACTIONS = 50;

/**
 * The house's wallets as admins see them: balances by kind according to the books, and the latest transactions (rule
 * HOUSE-1).
 */
export async function readHouseOverview(ports: Ports): Promise<Overview> {
  const { db, vault } = ports;
  const rows = await readRows(db);
  const books = await readBooks(db, rows);
  const wallets = await besideChain(ports, rows, books);
  const notary = await readNotary(db);
  const haltedSince = await readHaltedSince(db);
  const latest = await listTransactions(db, { limit: SHOWN_TRANSACTIONS });
  if (!latest.ok) throw new Error("the first page has no cursor that could be refused");
  return {
    initialized: wallets.length > 0,
    locked: !vault.isUnlocked(),
    paymentsHalted: haltedSince !== null,
    haltedSince,
    balances: balancesByKind(rows, books),
    wallets,
    notary: notary && { address: notary.address, onChainBalance: notary.lamports },
    recentTransactions: latest.value.transactions,
  };
}

type Wallet = Overview["wallets"][number];

type Row = typeof houseWallets.$inferSelect;

/** Every wallet that the house ever used, oldest first, with its holdings according to the chain and to the books. */
export async function readWallets(ports: Omit<Ports, "vault">): Promise<readonly Wallet[]> {
  const rows = await readRows(ports.db);
  return besideChain(ports, rows, await readBooks(ports.db, rows));
}

const readRows = (db: Queryable): Promise<readonly Row[]> =>
  db.select().from(houseWallets).orderBy(asc(houseWallets.createdAt), asc(houseWallets.address));

/** What a wallet received and sent, according to the books. */
interface Moved {
  readonly received: bigint;
  readonly sent: bigint;
}
type Books = ReadonlyMap<string, Moved>;

const NOTHING: Moved = { received: 0n, sent: 0n };
const accountOf = ({ kind, address }: Row) => walletAccount({ kind, address });

/**
 * The books by account. What the house holds is negative in the books: a debit came in, a credit went out. The accounts
 * are listed one by one: a join would search those of all players.
 */
async function readBooks(db: Queryable, rows: readonly Row[]): Promise<Books> {
  const moved = await rowsOf<{ account: string; received: bigint; sent: bigint }>(
    db,
    sql`select account, debits as received, credits as sent
          from ledger_accounts where account = any(${sql.param(rows.map(accountOf))}::text[])`,
  );
  return new Map(moved.map(({ account, received, sent }) => [account, { received, sent }]));
}

async function besideChain(
  { chain }: Pick<Ports, "chain">,
  rows: readonly Row[],
  books: Books,
): Promise<Wallet[]> {
  const balances = await readChainBalances(
    chain,
    rows.map(({ address }) => address),
  );
  return rows.map((row) => {
    const { kind: type, address, isActive, createdAt } = row;
    const { received, sent } = books.get(accountOf(row)) ?? NOTHING;
    const dbBalance = signedLamports(received - sent);
    const onChainBalance = balances.get(address) ?? null;
    const balanceMatch = onChainBalance !== null && onChainBalance === dbBalance;
    return { type, address, isActive, onChainBalance, dbBalance, balanceMatch, createdAt };
  });
}

const balancesByKind = (rows: readonly Row[], books: Books): Overview["balances"] =>
  houseWalletKinds.map((wallet_type) => {
    const ofKind = rows.filter(({ kind }) => kind === wallet_type);
    const moved = ofKind.map((row) => books.get(accountOf(row)) ?? NOTHING);
    const received = moved.reduce((total, one) => total + one.received, 0n);
    const sent = moved.reduce((total, one) => total + one.sent, 0n);
    return {
      wallet_type,
      wallet_count: ofKind.length,
      total_balance: lamports(received - sent),
      total_received: lamports(received),
      total_sent: lamports(sent),
    };
  });
