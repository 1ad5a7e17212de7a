import { sql } from "drizzle-orm";
import { type Lamports, lamports } from "../../../domain/lamports.ts";
import { type LedgerName, userAccount } from "../../../domain/ledger.ts";
import { betConfirmed, betFromBalance, playMinted } from "../../../domain/postings.ts";
import { ok, type Refused, type Result, refuse } from "../../../domain/result.ts";
import { lockBalance, post } from "../../foundation/books/ledger.ts";
import { needsStepUp } from "./balance-step-up.ts";
import {
  checkBreak,
  checkOwnLimits,
  lockOwnLimits,
  type OwnLimitRefusal,
} from "../../foundation/books/own-limits.ts";
import { type Db, rowsOf, type Tx } from "../../foundation/db/database.ts";
import { bets } from "../../foundation/db/schema/bets.ts";
import { inTransactionOnce } from "../../foundation/db/keyed-transaction.ts";
import { sqlState, UNIQUE_VIOLATION } from "../../foundation/db/transaction.ts";
import type { Logger } from "../../foundation/log.ts";
import { notifyBalances } from "../../foundation/notifications/notify-balances.ts";
import type { Broadcast, Clock, Entropy } from "../../foundation/ports.ts";

export interface PlacePorts {
  readonly db: Db;
  readonly log: Logger;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  /** Notifies the race engine of a bet that was placed at once. */
  readonly raceChanged: (raceId: string) => void;
}

/** A bet that passed every check, with its horse's number. */
export interface AcceptedBet {
  readonly raceId: string;
  readonly wallet: string;
  readonly horseId: number;
  readonly horseNumber: number;
  readonly horseName: string;
  readonly stake: Lamports;
  readonly ledger: LedgerName;
  readonly at: Date;
  /** The wallet confirmed larger bets from its balance (rule BALANCE-1). */
  readonly isSteppedUp?: boolean;
  /** The repeat that places it, if any. */
  readonly repeatId?: string;
}

export type PlaceRefusal =
  | "BETTING_CLOSED"
  | "ALREADY_BET"
  | "INSUFFICIENT_BALANCE"
  | "STEP_UP_REQUIRED"
  | OwnLimitRefusal;

/** The balance was spent between the check and the lock: rolls the transaction back. */
export class BalanceTooLow extends Error {
  override readonly name = "BalanceTooLow";
}

/** More is taken from the balance than its player has confirmed (rule BALANCE-1): rolls the transaction back. */
export class NotConfirmed extends Error {
  override readonly name = "NotConfirmed";
}

/** Another bet arrived between the check and the lock and puts this one past a limit: rolls the transaction back. */
export class PastOwnLimit extends Error {
  override readonly name = "PastOwnLimit";
  readonly refused: Refused<OwnLimitRefusal>;

  constructor(refused: Refused<OwnLimitRefusal>) {
    super(refused.message ?? refused.code);
    this.refused = refused;
  }
}

/**
 * Places a bet that no transaction pays for: in play money, or with a stake from the balance (rules BET-10 and BET-14).
 * One database transaction stores the bet and moves the stake, only while the race takes bets.
 */
export async function placeAtOnce(
  ports: PlacePorts,
  bet: AcceptedBet,
): Promise<Result<PlacedBet, PlaceRefusal>> {
  const drawn = drawBet(ports.entropy);
  const { stake, ledger } = bet;
  try {
    const placed = await inTransactionOnce(ports.db, async (tx) =>
      (await storeBet(tx, ports.clock, drawn, bet))
        ? ok<PlacedBet>({ ...drawn, stake, ledger })
        : refuse("BETTING_CLOSED"),
    );
    if (placed.ok) announcePlaced(ports, placed.value.betId, bet);
    return placed;
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return refuse("ALREADY_BET");
    if (error instanceof BalanceTooLow) return refuse("INSUFFICIENT_BALANCE");
    if (error instanceof NotConfirmed) return refuse("STEP_UP_REQUIRED");
    if (error instanceof PastOwnLimit) return error.refused;
    throw error;
  }
}

/** Call this once the bet is committed (rule MONEY-3). */
export function announcePlaced(
  ports: PlacePorts,
  betId: string,
  { raceId, wallet, ledger, stake }: AcceptedBet,
): void {
  ports.log.info({ betId, raceId, ledger, lamports: String(stake) }, "bet admitted");
  ports.raceChanged(raceId);
  if (ledger === "real") notifyBalances(ports, [wallet]);
}

/**
 * Stores the bet and moves its stake; false when the race no longer takes bets. A second live bet of the wallet
 * violates the database's own constraint (BET-4).
 *
 * @throws BalanceTooLow when the balance does not cover the stake, PastOwnLimit when the player's own
 * limits do not allow it (rule BET-16), NotConfirmed when it requires the player's confirmation (rule BALANCE-1): the
 * transaction must end.
 */
export async function storeBet(
  tx: Tx,
  clock: Clock,
  { betId, salt }: DrawnBet,
  bet: AcceptedBet,
): Promise<boolean> {
  const { raceId, wallet, horseId, horseNumber, stake, ledger, repeatId = null, isSteppedUp = false } = bet;
  const at = new Date(clock.now());
  await lockOwnLimits(tx, wallet);
  const [open] = await rowsOf<{ opens_at: number }>(
    tx,
    sql`select (extract(epoch from betting_opens_at) * 1000)::float8 as opens_at from races
         where id = ${raceId} and takes_bets(races, ${at.toISOString()}::timestamptz) for share`,
  );
  if (open === undefined) return false;
  const limited = await (ledger === "play" ? checkBreak : checkOwnLimits)(tx, { wallet, stake, at });
  if (limited) throw new PastOwnLimit(limited);
  if (ledger === "real" && !isSteppedUp && (await needsStepUp(tx, { wallet, stake, at }))) {
    throw new NotConfirmed(`${wallet} has not confirmed ${stake} lamports`);
  }
  await tx.insert(bets).values({
    id: betId,
    raceId,
    wallet,
    horseNumber,
    horseId,
    stake,
    ledger,
    source: ledger === "real" ? "balance" : "wallet",
    repeatId,
    salt,
    status: "confirmed",
    preparedAt: at,
    // The clock that opened the race may be ahead of this one (rule RACE-13).
    confirmedAt: new Date(Math.max(at.getTime(), open.opens_at)),
  });
  if (ledger === "play") await stakePlayMoney(tx, betId, bet);
  else await stakeBalance(tx, betId, bet);
  return true;
}

async function stakeBalance(tx: Tx, betId: string, { raceId, wallet, stake }: AcceptedBet): Promise<void> {
  const balance = await lockBalance(tx, `user:${wallet}`);
  if (balance < stake) throw new BalanceTooLow(`${wallet} can stake ${balance}, not ${stake}`);
  await post(tx, betFromBalance({ betId, raceId, wallet, stake }));
}

/** Stakes play money, minting what the player lacks for the bet (rule BET-10). */
async function stakePlayMoney(tx: Tx, betId: string, { raceId, wallet, stake }: AcceptedBet): Promise<void> {
  const balance = await lockBalance(tx, userAccount(wallet, "play"));
  if (balance < stake) {
    await post(tx, playMinted({ betId, wallet, lamports: lamports(stake - balance) }));
  }
  await post(tx, betConfirmed({ betId, raceId, wallet, stake, ledger: "play", depositAddress: null }));
}

/** What was placed, and all that the answer says of it. */
export interface PlacedBet extends DrawnBet {
  readonly stake: Lamports;
  readonly ledger: LedgerName;
}

/** The random parts of a bet. */
export interface DrawnBet {
  readonly betId: string;
  /** Known only to the player until the race is over (rule BET-13). */
  readonly salt: string;
}

export const drawBet = (entropy: Entropy): DrawnBet => ({
  betId: `b-${Buffer.from(entropy.bytes(12)).toString("hex")}`,
  salt: Buffer.from(entropy.bytes(32)).toString("hex"),
});
