import { sql } from "drizzle-orm";
import { DAY_MS } from "../../../domain/day-length.ts";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { type Lamports, lamports, signedLamports, sum, ZERO } from "../../../domain/lamports.ts";
import type { RaceStatus } from "../../../domain/race-terms.ts";
import { balancesOf } from "../../foundation/books/ledger.ts";
import { networkSince } from "../../foundation/books/network-since.ts";
import { readHaltReason } from "../../foundation/books/payment-halt.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import { type Db, rowsOf } from "../../foundation/db/database.ts";
import { leaseHolder } from "../../foundation/db/lease.ts";
import { ENGINE_LEASE } from "../../foundation/leadership.ts";
import type { Chain, Clock } from "../../foundation/ports.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";
import { findProblems } from "./find-problems.ts";
import { explainWaiting, type OpenPayments, readOpenPayments } from "./waiting-payments.ts";

type Overview = Reply<Api["getOverview"]>;

export interface OverviewPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly chain: Pick<Chain, "slot">;
  readonly isHouseUnlocked: () => boolean;
  /** Null without Redis. */
  readonly isRedisSilent: (() => boolean) | null;
  /** The latest comparison of books and chain. */
  readonly latestSolvency: () => Promise<Snapshot>;
  /** The minimum that stays in a wallet, and the amount set aside for each payment's network fee. */
  readonly reserve: { readonly wallet: Lamports; readonly fee: Lamports };
}

interface Snapshot {
  readonly at: Date;
  readonly slot: bigint;
  readonly difference: NonNullable<Overview["reconciliation"]>["difference"];
  readonly holdings: readonly Amount[];
  readonly liabilities: readonly Amount[];
}

interface Amount {
  readonly kind: string;
  readonly lamports: Lamports;
}

const sumOf = (amounts: readonly Amount[]) => signedLamports(sum(amounts.map((one) => one.lamports)));

/** The state of the game, for the panel's first page; changes nothing. */
export async function readOverview(ports: OverviewPorts): Promise<Overview> {
  const { db, clock } = ports;
  const at = new Date(clock.now());
  const [slot, snapshot] = await Promise.all([
    orUnavailable(ports.chain.slot()),
    orUnavailable(ports.latestSolvency()),
  ]);
  const askedMs = clock.now();
  const settings = await readSettings(db);
  const databaseMs = clock.now() - askedMs;
  const balances = await balancesOf(db, ["bonus", "equity"] as const);
  const open = await readOpenPayments(db);
  const race = await readNewestRace(db);
  const blockers = {
    isHalted: (await readHaltReason(db)) !== null,
    isLocked: !ports.isHouseUnlocked(),
    hasLeader: (await leaseHolder(db, ENGINE_LEASE.name)) !== null,
    isChainSilent: slot === null,
    isHotWalletShort: missingIn(ports, snapshot, open, ["hot"]) > 0n,
  };
  const equity = balances.get("equity") ?? ZERO;
  const bonusFund = lamports(balances.get("bonus") ?? 0n);
  return {
    at,
    race: race && race.summary,
    house: blockers.isLocked ? "locked" : "unlocked",
    hasLeader: blockers.hasLeader,
    paymentsHalted: blockers.isHalted,
    waitingPayments: explainWaiting(open, blockers),
    chain: slot === null ? null : { slot },
    databaseMs,
    reconciliation: snapshot && {
      at: snapshot.at,
      slot: snapshot.slot,
      difference: snapshot.difference,
      liabilities: sumOf(snapshot.liabilities),
      hotWallet: sumOf(snapshot.holdings.filter(({ kind }) => kind === "hot")),
    },
    bonusFund,
    equity,
    problems: findProblems({
      ...blockers,
      at,
      race: race && { id: race.summary.id, idleSince: race.idleSince },
      unsettled: await readUnsettled(db),
      open,
      failed: await readFailed(db, at),
      failedMemos: await countFailedMemos(db),
      difference: snapshot && snapshot.difference,
      missingInWallets: missingIn(ports, snapshot, open, ["hot", "deposit"]),
      isRedisSilent: ports.isRedisSilent?.() ?? false,
      equity,
      bonusFund,
      settings,
    }),
  };
}

/** What wallets of these kinds lack for what is to leave the hot wallet; zero while their holdings are unknown. */
function missingIn(
  { reserve }: OverviewPorts,
  snapshot: Snapshot | null,
  open: readonly OpenPayments[],
  kinds: readonly string[],
): Lamports {
  if (snapshot === null) return ZERO;
  const wallets = snapshot.holdings.filter(({ kind }) => kinds.includes(kind));
  const spendable = sum(wallets.map((wallet) => wallet.lamports)) - BigInt(wallets.length) * reserve.wallet;
  const costs = open
    .filter(({ isFromHot }) => isFromHot)
    .reduce((total, { amount, count }) => total + amount + BigInt(count) * reserve.fee, 0n);
  return costs > spendable && costs > 0n ? lamports(costs - spendable) : ZERO;
}

const dateOf = (ms: number | null) => (ms === null ? null : new Date(Number(ms)));

async function readNewestRace(db: Db) {
  const [row] = await rowsOf<{
    id: string;
    status: RaceStatus;
    pool: bigint;
    jackpot: bigint;
    bets: number;
    created: number;
    idle: number | null;
    ledger: string;
  }>(
    db,
    sql`select id, status, jackpot, ledger, extract(epoch from created_at)::float8 * 1000 as created,
               extract(epoch from coalesce(
                 refunded_at, completed_at, case when betting_opens_at is null then created_at end
               ))::float8 * 1000 as idle,
               (select coalesce(sum(stakes), 0)::bigint from race_totals where race_id = races.id) as pool,
               (select coalesce(sum(bets), 0)::int from race_totals where race_id = races.id) as bets
          from races order by number desc limit 1`,
  );
  if (!row) return null;
  const summary = {
    id: row.id,
    status: row.status,
    totalPool: lamports(row.pool),
    jackpotAmount: lamports(row.jackpot),
    betCount: row.bets,
    created_at: new Date(Number(row.created)),
    testing: row.ledger === "play",
  };
  return { summary, idleSince: dateOf(row.idle) };
}

/** The oldest race whose betting is over and whose settlement is still to come. */
async function readUnsettled(db: Db) {
  const [row] = await rowsOf<{ id: string; since: number }>(
    db,
    sql`select id, extract(epoch from coalesce(refunded_at, completed_at, locked_at, created_at))::float8 * 1000 as since
          from (
            select * from races where status in ('completed', 'refunded') and settled_at is null
            union all select * from races where status = 'active'
          ) as waiting order by number limit 1`,
  );
  return row ? { id: row.id, since: new Date(Number(row.since)) } : null;
}

/** Those that processing the withdrawals tries again (rule PAYOUTS-5); phrased as in the index of failed payments. */
async function countFailedMemos(db: Db): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from payments
         where status in ('failed', 'cancelled') and status = 'failed' and kind = 'anchor'
           and processed_at > ${networkSince}`,
  );
  return row?.count ?? 0;
}

/**
 * Payments to players that landed with an error; a payment that was never sent has returned its money and needs no
 * attention.
 */
async function readFailed(db: Db, at: Date) {
  const since = new Date(at.getTime() - DAY_MS).toISOString();
  const [row] = await rowsOf<{ count: number; amount: bigint }>(
    db,
    sql`select count(*)::int as count, coalesce(sum(lamports), 0)::bigint as amount from payments
         where processed_at > ${since}::timestamptz and status = 'failed' and kind not in ('anchor', 'sweep')`,
  );
  return { count: row?.count ?? 0, amount: lamports(row?.amount ?? 0n) };
}
