import { sql } from "drizzle-orm";
import { isBettingOpen } from "../../domain/betting-window.ts";
import { type Lamports, lamports } from "../../domain/lamports.ts";
import { userAccount } from "../../domain/ledger.ts";
import { betConfirmed, playMinted } from "../../domain/postings.ts";
import { loadRaceSettings } from "../../domain/race-settings.ts";
import { ok, type Refused, type Result, refuse } from "../../domain/result.ts";
import { formatSol } from "../../domain/sol-amount.ts";
import { type BettingSituation, findPreparedBet, readBettingSituation } from "./queries.ts";
import { type Db, rowsOf, type Tx } from "../db/database.ts";
import { lockBalance, post } from "../books/ledger.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import { bets } from "../db/schema/bets.ts";
import { readSettings } from "../settings/stored-settings.ts";
import { inTransaction, sqlState } from "../db/transaction.ts";
import { type Chain, type Clock, type Entropy } from "../ports.ts";
import type { DepositProcessor } from "./deposit-processor.ts";
import { composeBetPayment, wireOfMessage } from "./bet-transaction.ts";

export interface PreparePorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly chain: Pick<Chain, "latestBlockhash">;
  readonly depositProcessor: Pick<DepositProcessor, "knownBets">;
  readonly vault: { address(kind: "deposit"): Promise<string | null> };
  /** Tells the race engine of a bet that is in at once, in play money. */
  readonly raceChanged: (raceId: string) => void;
}

export interface BetRequest {
  readonly raceId: string;
  readonly wallet: string;
  readonly isAdmin: boolean;
  readonly horseId: number;
  readonly stake: Lamports;
}

export type PrepareRefusal =
  | "PROFILE_REQUIRED"
  | "BANNED"
  | "MAINTENANCE"
  | "RACE_NOT_FOUND"
  | "BETTING_CLOSED"
  | "HORSE_NOT_IN_RACE"
  | "BET_TOO_SMALL"
  | "BET_TOO_LARGE"
  | "ALREADY_BET"
  | "NOT_READY"
  | "CHAIN_UNAVAILABLE";

export interface PreparedBet {
  readonly betId: string;
  readonly stake: Lamports;
  /** Null in testing mode: the bet is in, there is nothing to sign (rule BET-10). */
  readonly payment: {
    /** base64, with an empty place for the player's signature. */
    readonly wire: string;
    readonly lastValidBlockHeight: bigint;
    readonly depositAddress: string;
  } | null;
}

/** A bet that passed every check, on its horse's number. */
interface AcceptedBet extends BetRequest {
  readonly horseNumber: number;
  readonly horseName: string;
  readonly at: Date;
}

/** Half of a blockhash's life: a prepared bet with less than that left is prepared anew. */
const REUSABLE_FOR_BLOCKS = 75n;

/**
 * Prepares a bet: checks that it would be taken now and hands out the transaction that pays for it (rule
 * BET-1). The ledger is not touched; the bet counts once its payment is on the chain. Asking again for the
 * same bet gives the same transaction while it is fresh. In testing mode the bet is placed at once. Maintenance refuses
 * it (rule BET-11).
 */
export async function prepareBet(
  ports: PreparePorts,
  request: BetRequest,
): Promise<Result<PreparedBet, PrepareRefusal>> {
  const at = new Date(ports.clock.now());
  const { maintenance } = await readSettings(ports.db);
  const situation = await readBettingSituation(ports.db, { ...request, at });
  const refused = refusalOf({ ...request, at }, situation, maintenance);
  if (refused) return refused;
  const { horse_number: horseNumber, horse_name: horseName } = situation;
  if (horseNumber === null || horseName === null) return refuse("HORSE_NOT_IN_RACE", { field: "horseId" });
  const accepted = { ...request, horseNumber, horseName, at };
  return situation.ledger === "play" ? placePlayBet(ports, accepted) : preparePayment(ports, accepted);
}

function refusalOf(
  { isAdmin, stake, at }: BetRequest & { readonly at: Date },
  situation: BettingSituation,
  maintenance: boolean,
): Refused<PrepareRefusal> | null {
  if (!situation.has_profile) return refuse("PROFILE_REQUIRED");
  if (situation.is_banned) return refuse("BANNED");
  if (maintenance && !isAdmin) return refuse("MAINTENANCE");
  if (situation.race_status === null) return refuse("RACE_NOT_FOUND");
  const { race_status: status, betting_opens_at: bettingOpensAt, closes_at: closesAt } = situation;
  if (!isBettingOpen({ status, bettingOpensAt, closesAt }, at.getTime())) return refuse("BETTING_CLOSED");
  if (situation.has_live_bet) return refuse("ALREADY_BET");
  const { minBet, maxBet } = loadRaceSettings(situation.race_settings);
  if (stake < minBet) {
    return refuse("BET_TOO_SMALL", {
      field: "amount",
      message: `The minimum bet is ${formatSol(minBet)} SOL`,
    });
  }
  if (stake > maxBet) {
    return refuse("BET_TOO_LARGE", {
      field: "amount",
      message: `The maximum bet is ${formatSol(maxBet)} SOL`,
    });
  }
  return null;
}

async function preparePayment(
  { db, chain, entropy, vault, depositProcessor }: PreparePorts,
  { raceId, wallet, horseId, horseNumber, horseName, stake, at }: AcceptedBet,
): Promise<Result<PreparedBet, "NOT_READY" | "CHAIN_UNAVAILABLE">> {
  const depositAddress = await vault.address("deposit");
  if (!depositAddress) return refuse("NOT_READY");
  const lifetime = await orUnavailable(chain.latestBlockhash());
  if (!lifetime) return refuse("CHAIN_UNAVAILABLE");

  const earlier = await findPreparedBet(db, raceId, wallet);
  if (
    earlier?.message &&
    earlier.horseId === horseId &&
    earlier.stake === stake &&
    earlier.lastValidBlockHeight !== null &&
    earlier.lastValidBlockHeight + REUSABLE_FOR_BLOCKS >= lifetime.lastValidBlockHeight
  ) {
    const { id: betId, lastValidBlockHeight } = earlier;
    return ok({
      betId,
      stake,
      payment: { wire: wireOfMessage(earlier.message), lastValidBlockHeight, depositAddress },
    });
  }

  const betId = newBetId(entropy);
  const { message, wire } = composeBetPayment({ betId, wallet, depositAddress, stake, lifetime });
  const { lastValidBlockHeight } = lifetime;
  const terms = { id: betId, raceId, wallet, horseNumber, horseId, stake, ledger: "real", message } as const;
  await db.insert(bets).values({ ...terms, status: "prepared", lastValidBlockHeight, preparedAt: at });
  depositProcessor.knownBets.remember({ ...terms, horseName });
  return ok({ betId, stake, payment: { wire, lastValidBlockHeight, depositAddress } });
}

/** In play money, made for the bet where the player has too little of it (rule BET-10). */
async function placePlayBet(
  { db, entropy, raceChanged }: PreparePorts,
  request: AcceptedBet,
): Promise<Result<PreparedBet, "BETTING_CLOSED" | "ALREADY_BET">> {
  const betId = newBetId(entropy);
  try {
    const isIn = await inTransaction(db, (tx) => storePlayBet(tx, betId, request));
    if (!isIn) return refuse("BETTING_CLOSED");
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return refuse("ALREADY_BET");
    throw error;
  }
  raceChanged(request.raceId);
  return ok({ betId, stake: request.stake, payment: null });
}

async function storePlayBet(
  tx: Tx,
  betId: string,
  { raceId, wallet, horseId, horseNumber, stake, at }: AcceptedBet,
): Promise<boolean> {
  const open = await rowsOf(
    tx,
    sql`select 1 from races
         where id = ${raceId} and takes_bets(races, ${at.toISOString()}::timestamptz) for share`,
  );
  if (open.length === 0) return false;
  await tx.insert(bets).values({
    id: betId,
    raceId,
    wallet,
    horseNumber,
    horseId,
    stake,
    ledger: "play",
    status: "confirmed",
    preparedAt: at,
    confirmedAt: at,
    finalizedAt: at,
  });
  const balance = await lockBalance(tx, userAccount(wallet, "play"));
  if (balance < stake) {
    await post(tx, playMinted({ betId, wallet, lamports: lamports(stake - balance) }));
  }
  await post(tx, betConfirmed({ betId, raceId, wallet, stake, ledger: "play" }));
  return true;
}

const UNIQUE_VIOLATION = "23505";

const newBetId = (entropy: Entropy): string => `b-${Buffer.from(entropy.bytes(12)).toString("hex")}`;
