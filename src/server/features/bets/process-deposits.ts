import { sql } from "drizzle-orm";
import type { depositOutcomes } from "../../foundation/db/schema/bets.ts";
import type { Network } from "../../../domain/networks.ts";
import { depositCredited, houseFunded } from "../../../domain/chain-postings.ts";
import { type Posting, userAccount } from "../../../domain/ledger.ts";
import { betConfirmed } from "../../../domain/postings.ts";
import { type Db, rowsOf } from "../../foundation/db/database.ts";
import { sqlState } from "../../foundation/db/transaction.ts";
import {
  newNotification,
  type NotificationRow,
  storedNotification,
} from "../../foundation/notifications/stored-notifications.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import type { BetTerms } from "./queries.ts";
import type { Deposit } from "./read-deposit.ts";

/** Why a deposit did not become a bet (rule BET-8); `FOR_BALANCE` was sent for the balance (rule BET-22). */
export type CreditReason =
  | "FOR_BALANCE"
  | "NOT_A_BET"
  | "UNKNOWN_BET"
  | "FOREIGN_BET"
  | "WRONG_AMOUNT"
  | "WRONG_WALLET"
  | "SECOND_PAYMENT"
  | "BANNED"
  | "BETTING_CLOSED"
  | "ALREADY_BET"
  | "OWN_LIMIT"
  | "JACKPOT_OF_ADMIN";

export interface ProcessedDeposit {
  readonly outcome: (typeof depositOutcomes)[number];
  readonly reason: CreditReason | null;
  readonly betId: string | null;
  /** False when the signature had been counted before (rule BET-3). */
  readonly isNew: boolean;
  /** The bet that the deposit names, whatever its outcome. */
  readonly bet: BetTerms | null;
  /** The notifications to its sources, if it was credited just now. */
  readonly notifications: readonly NotificationRow[];
}

export interface ProcessPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Network of the chain on which the deposits were read. */
  readonly network: Network;
  /** Wallets whose payments are the house's own money, such as the embedded chain's faucet. */
  readonly houseSources: ReadonlySet<string>;
  /**
   * The admins of the environment: what they send to a hot wallet is the house's own money, and they win no jackpot.
   */
  readonly adminWallets: readonly string[];
  readonly isLocal: boolean;
}

/** A deposit and the bet whose memo it has, if any. */
export interface NamedDeposit {
  readonly deposit: Deposit;
  readonly bet: BetTerms | null;
}

/** More than enough for several bets of one player in one batch, or a signature that another process is counting. */
const MAX_ROUNDS = 64;

/**
 * Counts deposits that are final on the chain, each at most once, ever: as the bet that it pays for, as credits to
 * those whose money it was, or as the house's own money (rules BET-2, BET-3, BET-7, BET-8, BET-9, BET-12). All of them
 * take one transaction and one round trip; a player's confirmation and the deposit watcher both end here. A bet that is
 * past one of its player's own limits by then is credited too (rule BET-16). Answers in the order asked.
 */
export async function processDeposits(
  ports: ProcessPorts,
  deposits: readonly NamedDeposit[],
): Promise<readonly ProcessedDeposit[]> {
  const items = new Map(deposits.map((named) => [named.deposit.signature, itemOf(ports, named)]));
  const rows = new Map<string, CountedRow>();
  let open = [...items.values()];
  for (let round = 1; open.length > 0; round += 1) {
    if (round > MAX_ROUNDS) throw new Error("deposits are counted elsewhere and stay invisible");
    for (const row of await countItems(ports, firstBetOfEach(open))) rows.set(row.signature, row);
    open = open.filter(({ signature }) => !rows.has(signature));
  }
  const reported = new Set<string>();
  return deposits.map(({ deposit, bet }) => {
    const row = rows.get(deposit.signature);
    const item = items.get(deposit.signature);
    if (!row || !item) throw new Error(`deposit ${deposit.signature} was not counted`);
    const { outcome, reason, bet_id: betId } = row;
    // The player and the watcher may ask in one batch: it is reported once.
    const isNew = row.is_new && !reported.has(deposit.signature);
    reported.add(deposit.signature);
    const notifications = isNew && outcome === "credit" ? item.notices : [];
    return { outcome, reason, betId, isNew, bet, notifications };
  });
}

/** The first bet of each player; the player's other bets come in a later round, so that they take it into account. */
function firstBetOfEach(open: readonly Item[]): readonly Item[] {
  const taken = new Set<string>();
  return open.filter(({ race_id, payer }) => {
    if (race_id === null) return true;
    if (taken.has(payer)) return false;
    taken.add(payer);
    return true;
  });
}

type Item = ReturnType<typeof itemOf>;

/** What can no longer change, and the postings for each outcome that the database may decide on. */
function itemOf(ports: ProcessPorts, { deposit, bet }: NamedDeposit) {
  const { signature, received, sources } = deposit;
  const [first] = received;
  const [source] = sources;
  if (!first || !source) throw new Error(`deposit ${signature} brought nothing`);
  const ofPlayers = sources.filter(({ wallet, isHouse }) => !isHouse && !ports.houseSources.has(wallet));
  const isByOperator = ofPlayers.every(({ wallet }) => ports.adminWallets.includes(wallet));
  const isFunding = received.every(
    ({ kind }) => ofPlayers.length === 0 || kind === "treasury" || (kind === "hot" && isByOperator),
  );
  const reason = isFunding ? null : creditReason(deposit, bet);
  const isBet = bet !== null && !isFunding && reason === null;
  const credits = sources.map((one) => ({
    account: ofPlayers.includes(one) ? userAccount(one.wallet) : ("equity" as const),
    lamports: one.lamports,
  }));
  return {
    signature,
    house_address: first.address,
    payer: source.wallet,
    lamports: deposit.total.toString(),
    slot: deposit.slot.toString(),
    bet_id: isBet ? bet.id : null,
    race_id: isBet ? bet.raceId : null,
    is_funding: isFunding,
    is_local: ports.isLocal,
    is_configured_admin: ports.adminWallets.includes(source.wallet),
    reason,
    if_bet: isBet
      ? storedPosting(betConfirmed({ ...bet, betId: bet.id, depositAddress: first.address }))
      : null,
    otherwise: storedPosting(
      isFunding ? houseFunded({ signature, received }) : depositCredited({ signature, received, credits }),
    ),
    notices: ofPlayers.map(({ wallet, lamports: amount }) =>
      newNotification(ports, {
        wallet,
        kind: reason === "FOR_BALANCE" ? "deposit_received" : "payment_credited",
        params: { amount },
      }),
    ),
  };
}

/** Why a deposit cannot be a bet, whatever the race is doing; null when it can. */
function creditReason(
  { betMemo, isForBalance, received, sources, total }: Deposit,
  bet: BetTerms | null,
): CreditReason | null {
  if (betMemo === null) return isForBalance ? "FOR_BALANCE" : "NOT_A_BET";
  // Also when the player built the transaction themselves, with a memo that would prove something else (rule BET-13).
  if (bet?.memo !== betMemo) return "UNKNOWN_BET";
  if (sources.length !== 1 || bet.wallet !== sources[0]?.wallet) return "FOREIGN_BET";
  if (received[0]?.address !== bet.depositAddress) return "WRONG_WALLET";
  return bet.stake === total ? null : "WRONG_AMOUNT";
}

const storedPosting = ({ entries, ...fact }: Posting) => ({
  ...fact,
  entries: entries.map(({ account, lamports }) => ({ account, lamports: lamports.toString() })),
});

interface CountedRow extends Record<string, unknown> {
  readonly signature: string;
  readonly outcome: ProcessedDeposit["outcome"];
  readonly reason: CreditReason | null;
  readonly bet_id: string | null;
  readonly is_new: boolean;
}

const MAX_ATTEMPTS = 5;
/** Unique violation, deadlock, serialization failure: gone when the statement is run again. */
const TRANSIENT_STATES: ReadonlySet<string | null> = new Set(["23505", "40P01", "40001"]);

async function countItems(
  { db, clock, network }: ProcessPorts,
  batch: readonly Item[],
): Promise<readonly CountedRow[]> {
  const items = JSON.stringify(
    batch.map((item) => ({ ...item, notices: item.notices.map(storedNotification) })),
  );
  const at = new Date(clock.now()).toISOString();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rowsOf<CountedRow>(
        db,
        sql`select * from process_deposits_of(${network}, ${items}::jsonb, ${at}::timestamptz)`,
      );
    } catch (error) {
      // Another process counted a second bet of the same player at the same moment: it is visible now.
      if (attempt === MAX_ATTEMPTS || !TRANSIENT_STATES.has(sqlState(error))) throw error;
    }
  }
}
