import { sql } from "drizzle-orm";
import type { Account } from "../../../domain/ledger.ts";
import { splitFee } from "../../../domain/fee-split.ts";
import { paymentCreated } from "../../../domain/chain-postings.ts";
import { paymentMemo } from "../../../domain/memo.ts";
import { raceRefunded, raceSettled } from "../../../domain/postings.ts";
import type { RaceSettings } from "../../../domain/race-settings.ts";
import {
  type PaidSettlement,
  type RefundedSettlement,
  type SettledBet,
  refundAll,
  settle,
} from "../../../domain/settlement.ts";
import { type Tx, rowsOf } from "../../db/database.ts";
import { post } from "../../books/ledger.ts";
import { createPayment } from "../../books/payments.ts";
import { type RaceFindings, type RaceRow, liveBetsOf, settingsOf } from "../race-rows.ts";
import { advanceStreaks } from "./advance-streaks.ts";
import type { Notice } from "../../notifications/stored-notifications.ts";
import { refundNotices, winNotices } from "./notices.ts";

/** What the settlement of a race comes to, for its row and for those to be told. */
interface SettledRace {
  readonly kind: "paid" | "refunded";
  readonly findings: RaceFindings;
  readonly notices: readonly Notice[];
}

type OverRace = Pick<RaceRow, "id" | "ledger" | "settings" | "status" | "winningNumber">;

/**
 * Moves the money of a race that is over, once: the caller holds the race's lock, has found it unsettled and
 * stores what this answers in the same transaction (rules MONEY-3 to MONEY-7, BET-9, INV-4).
 *
 * Null while a bet is not final on the chain.
 */
export async function settleRace(tx: Tx, race: OverRace, at: Date): Promise<SettledRace | null> {
  const stakes = await liveBetsOf(tx, race.id);
  if (race.ledger === "real" && stakes.some(({ finalizedAt }) => finalizedAt === null)) return null;
  const settings = settingsOf(race);
  const bets = stakes.map(({ id, wallet, horseNumber, stake }) => ({
    betId: id,
    wallet,
    horseNumber,
    stake,
  }));
  const settlement =
    race.status === "refunded" || race.winningNumber === null
      ? refundAll(bets, settings.jackpot)
      : settle({ ...settings, stakes: bets, winner: race.winningNumber });
  await markBets(tx, settlement.bets, at);
  return settlement.kind === "paid"
    ? pay(tx, race, { settlement, settings, at })
    : refund(tx, race, settlement);
}

async function refund(tx: Tx, race: OverRace, settlement: RefundedSettlement): Promise<SettledRace> {
  const posting = raceRefunded({ raceId: race.id, ledger: race.ledger }, settlement);
  if (posting.entries.length > 0) await post(tx, posting);
  return {
    kind: "refunded",
    findings: { pool: settlement.pool },
    notices: refundNotices(race.id, settlement.bets),
  };
}

interface Payment {
  readonly settlement: PaidSettlement;
  readonly settings: RaceSettings;
  readonly at: Date;
}

async function pay(tx: Tx, race: OverRace, { settlement, settings, at }: Payment): Promise<SettledRace> {
  const { pool, fee, remainder, bets } = settlement;
  const referrers = await referrersOf(tx, bets);
  await post(
    tx,
    raceSettled(
      { raceId: race.id, ledger: race.ledger },
      settlement,
      splitFee(settlement, referrers, settings),
    ),
  );
  const findings = { pool, fee, remainder };
  const notices = winNotices(race.id, bets, race.ledger === "play");
  if (race.ledger === "play") return { kind: "paid", findings, notices };
  const streakNotices = await advanceStreaks(tx, { raceId: race.id, bets, settings });
  for (const bet of bets) if (bet.payout > 0n) await createPayout(tx, race.id, bet, at);
  return { kind: "paid", findings, notices: [...notices, ...streakNotices] };
}

/** The winnings, just credited, start on their way to the winner's wallet (rules MONEY-10 and INV-7). */
async function createPayout(tx: Tx, raceId: string, { betId, wallet, payout }: SettledBet, createdAt: Date) {
  const id = `payout-${betId}`;
  const from: Account = `user:${wallet}`;
  await post(tx, paymentCreated({ paymentId: id, from, lamports: payout }));
  await createPayment(tx, {
    id,
    kind: "payout",
    source: "hot",
    destination: wallet,
    lamports: payout,
    memo: paymentMemo(id),
    wallet,
    raceId,
    betId,
    createdAt,
  });
}

/** The referrer of each player who has one, by the player's wallet. */
async function referrersOf(tx: Tx, bets: readonly SettledBet[]): Promise<ReadonlyMap<string, string>> {
  const wallets = bets.map(({ wallet }) => wallet);
  const rows = await rowsOf<{ wallet: string; referrer: string }>(
    tx,
    sql`select wallet, referrer from users
         where wallet = any(${sql.param(wallets)}::text[]) and referrer is not null and referrer <> wallet`,
  );
  return new Map(rows.map(({ wallet, referrer }) => [wallet, referrer]));
}

async function markBets(tx: Tx, bets: readonly SettledBet[], at: Date): Promise<void> {
  const column = (read: (bet: SettledBet) => string) => sql.param(bets.map(read));
  await tx.execute(
    sql`update bets set result = done.result, payout = done.payout, fee = done.fee, settled_at = ${at.toISOString()}::timestamptz
          from unnest(
            ${column(({ betId }) => betId)}::text[],
            ${column(({ result }) => result)}::text[],
            ${column(({ payout, refund: given }) => (payout + given).toString())}::bigint[],
            ${column(({ fee }) => fee.toString())}::bigint[]
          ) as done (id, result, payout, fee)
         where bets.id = done.id`,
  );
}
