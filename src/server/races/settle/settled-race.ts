import { and, asc, eq, sql } from "drizzle-orm";
import { type Lamports, lamports, ZERO } from "../../../domain/lamports.ts";
import { type Account, houseAccount, playerOf, userAccount } from "../../../domain/ledger.ts";
import type { SettledMoney } from "../../../domain/reversal.ts";
import { readNotFinal } from "../../books/available-balance.ts";
import { lockBalances } from "../../books/ledger.ts";
import { rowsOf, type Tx } from "../../db/database.ts";
import { readInPages } from "../../db/in-chunks.ts";
import { bets } from "../../db/schema/bets.ts";
import type { RaceRow } from "../race-rows.ts";
import { lockPayouts, type RacePayouts } from "./lock-payouts.ts";

/** A bet that its race was settled with, including one that has been refunded since. */
export interface SettledBet extends Pick<
  typeof bets.$inferSelect,
  "id" | "wallet" | "stake" | "result" | "payout" | "fee" | "referrer" | "streakBefore"
> {
  readonly confirmedAt: string;
}

export function readSettledBets(
  tx: Tx,
  { id: raceId, settledAt }: Pick<RaceRow, "id" | "settledAt">,
): Promise<SettledBet[]> {
  if (settledAt === null) throw new Error(`${raceId} is not settled`);
  return readInPages<SettledBet>((last, rows) =>
    tx
      .select(columns)
      .from(bets)
      .where(
        and(
          eq(bets.raceId, raceId),
          eq(bets.status, "confirmed"),
          eq(bets.settledAt, settledAt),
          last === null
            ? undefined
            : sql`(${bets.confirmedAt}, ${bets.id}) > (${last.confirmedAt}::timestamptz, ${last.id})`,
        ),
      )
      .orderBy(asc(bets.confirmedAt), asc(bets.id))
      .limit(rows),
  );
}

const columns = {
  id: bets.id,
  wallet: bets.wallet,
  stake: bets.stake,
  result: bets.result,
  payout: bets.payout,
  fee: bets.fee,
  referrer: bets.referrer,
  streakBefore: bets.streakBefore,
  // To the microsecond, which a Date cannot hold.
  confirmedAt: sql<string>`${bets.confirmedAt}::text`,
};

interface LockedMoney {
  readonly money: SettledMoney;
  readonly payouts: RacePayouts;
  /** What the house has to cover the refund with; null for play money, of which there is always enough. */
  readonly equity: bigint | null;
}

/**
 * Who received what from a settlement and how much of it is still there, locked until this transaction ends: no worker
 * signs a payout, and nobody withdraws, stakes or claims (rule MONEY-9).
 */
export async function lockMoney(
  tx: Tx,
  { id: raceId, ledger }: Pick<RaceRow, "id" | "ledger">,
  settled: readonly SettledBet[],
): Promise<LockedMoney> {
  const payouts = await lockPayouts(tx, raceId);
  const waiting = new Set(payouts.waiting.map(({ betId }) => betId));
  const isLeft = ({ id, result }: SettledBet) =>
    result === "win" && !payouts.sentBets.has(id) && !waiting.has(id);
  const awards = await readAwards(tx, raceId);
  const commissions = await readCommissions(tx, raceId);
  const onBalances = addUp([
    ...settled
      .filter(isLeft)
      .map(({ wallet, payout }) => [userAccount(wallet, ledger), payout ?? 0n] as const),
    ...awards,
    ...commissions.referrers,
  ]);
  const held = await lockBalances<Account>(tx, ["bonus", "equity", "outgoing", ...onBalances.keys()]);
  const wallets = [...onBalances.keys()].flatMap((account) => playerOf(account) ?? []);
  const notFinal = wallets.length === 0 ? new Map<string, bigint>() : await readNotFinal(tx, wallets);
  const available = (account: Account): Lamports => {
    const free = (held.get(account) ?? 0n) - (notFinal.get(playerOf(account) ?? "") ?? 0n);
    return lamports(free > 0n ? free : 0n);
  };
  const money = {
    stakes: settled
      .filter(({ result }) => result !== "refunded")
      .map(({ wallet, stake }) => ({ wallet, stake })),
    left: Array.from(onBalances, ([account, credited]) => ({ account, credited, held: available(account) })),
    bonusFund: { credited: commissions.bonusFund, held: available("bonus") },
    bonuses: lamports(awards.reduce((sum, [, amount]) => sum + amount, 0n)),
    cancelled: lamports(payouts.waiting.reduce((sum, payout) => sum + payout.lamports, 0n)),
  };
  return { money, payouts, equity: houseAccount(ledger) === "equity" ? (held.get("equity") ?? 0n) : null };
}

type Credit = readonly [Account, bigint];

function addUp(credits: readonly Credit[]): ReadonlyMap<Account, Lamports> {
  const sums = new Map<Account, Lamports>();
  for (const [account, amount] of credits) {
    if (amount > 0n) sums.set(account, lamports((sums.get(account) ?? 0n) + amount));
  }
  return sums;
}

/** Superfecta bonuses that the race paid. */
async function readAwards(tx: Tx, raceId: string): Promise<readonly Credit[]> {
  const entries = await readEntries(tx, raceId, "superfecta bonus");
  return entries.filter(([account]) => playerOf(account) !== null);
}

/**
 * What referrers and the bonus fund received when the race was settled: read from the books, since a player's referrer
 * may have changed.
 */
async function readCommissions(tx: Tx, raceId: string) {
  const entries = await readEntries(tx, raceId, "race settled");
  const fund = entries.filter(([account]) => account === "bonus");
  return {
    referrers: entries.filter(([account]) => account.startsWith("referral:")),
    bonusFund: fund.length === 0 ? ZERO : lamports(fund.reduce((sum, [, amount]) => sum + amount, 0n)),
  };
}

/** The kind is written into the SQL: as a parameter, it would keep the planner from using the indexes. */
async function readEntries(
  tx: Tx,
  raceId: string,
  kind: "superfecta bonus" | "race settled",
): Promise<readonly Credit[]> {
  const rows = await rowsOf<{ account: Account; lamports: bigint }>(
    tx,
    sql`select entry.account, entry.lamports
          from ledger_postings as posting join ledger_entries as entry on entry.posting_id = posting.id
         where posting.race_id = ${raceId} and ${kind === "race settled" ? sql`posting.kind = 'race settled'` : sql`posting.kind = 'superfecta bonus'`}
           and entry.lamports > 0`,
  );
  return rows.map(({ account, lamports: amount }) => [account, amount]);
}
