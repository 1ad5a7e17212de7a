import type { StakeSource } from "../../contract/bets/stake-source.ts";
import { isBettingOpen } from "../../domain/betting-window.ts";
import type { Lamports } from "../../domain/lamports.ts";
import type { LedgerName } from "../../domain/ledger.ts";
import { loadRaceSettings } from "../../domain/race-settings.ts";
import { ok, type Refused, type Result, refuse } from "../../domain/result.ts";
import { formatSol } from "../../domain/sol-amount.ts";
import { type BettingSituation, findPreparedBet, readBettingSituation } from "./queries.ts";
import type { Db, Queryable } from "../db/database.ts";
import type { BidFor } from "../chain/fee-bidder.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import { checkCountry } from "../books/age-notices.ts";
import { checkBreak, checkOwnLimits, type OwnLimitRefusal } from "../books/own-limits.ts";
import { bets } from "../db/schema/bets.ts";
import { readSettings } from "../settings/stored-settings.ts";
import type { Chain } from "../ports.ts";
import { chooseDepositWallet, type DepositWallets } from "./choose-deposit-wallet.ts";
import type { DepositProcessor } from "./deposit-processor.ts";
import { composeHousePayment, memoOfBet, wireOfMessage } from "./bet-transaction.ts";
import { type AcceptedBet, drawBet, placeAtOnce, type PlacePorts } from "./place-at-once.ts";

export interface PreparePorts extends PlacePorts {
  readonly db: Db;
  readonly chain: Pick<Chain, "latestBlockhash">;
  readonly bidFor: BidFor;
  readonly depositProcessor: Pick<DepositProcessor, "knownBets">;
  readonly vault: DepositWallets;
}

export interface BetRequest {
  readonly raceId: string;
  readonly wallet: string;
  readonly isAdmin: boolean;
  readonly horseId: number;
  readonly stake: Lamports;
  /** The wallet when absent. */
  readonly from?: StakeSource;
  /** Where the player is; unknown when absent. */
  readonly country?: string | null;
}

/** Why a bet would not be taken now, wherever its stake comes from. */
export type AcceptRefusal =
  | "PROFILE_REQUIRED"
  | "BANNED"
  | "MAINTENANCE"
  | "NOTICE_REQUIRED"
  | "RACE_NOT_FOUND"
  | "BETTING_CLOSED"
  | "HORSE_NOT_IN_RACE"
  | "BET_TOO_SMALL"
  | "BET_TOO_LARGE"
  | "ALREADY_BET"
  | OwnLimitRefusal;

export type PrepareRefusal =
  | AcceptRefusal
  | "COUNTRY_BLOCKED"
  | "INSUFFICIENT_BALANCE"
  | "NOT_READY"
  | "CHAIN_UNAVAILABLE";

export interface PreparedBet {
  readonly betId: string;
  /** Opens the commitment to the bet (rule BET-13); null of one that was prepared before there were commitments. */
  readonly salt: string | null;
  readonly stake: Lamports;
  readonly ledger: LedgerName;
  /** Null when the bet is in, with nothing to sign: in testing mode, and from the balance (rules BET-10 and BET-14). */
  readonly payment: {
    /** base64, with an empty place for the player's signature. */
    readonly wire: string;
    readonly lastValidBlockHeight: bigint;
    readonly depositAddress: string;
  } | null;
}

/** Half of a blockhash's life: a prepared bet with less than that left is prepared anew. */
const REUSABLE_FOR_BLOCKS = 75n;

/**
 * Prepares a bet: checks that it would be taken now and hands out the transaction that pays for it, with the salt of the
 * commitment in its memo (rules BET-1 and BET-13). The ledger is not touched; the bet counts once its payment is on the chain. Asking again for the
 * same bet gives the same transaction while it is fresh. In testing mode, and with a stake from the balance, the bet is
 * placed at once (rules BET-10 and BET-14). Maintenance refuses it (rule BET-11), and so does a blocked country (rule
 * BET-18).
 */
export async function prepareBet(
  ports: PreparePorts,
  request: BetRequest,
): Promise<Result<PreparedBet, PrepareRefusal>> {
  const blocked = await checkCountry(ports.db, request.country ?? null);
  if (blocked) return blocked;
  const accepted = await acceptBet(ports.db, { ...request, at: new Date(ports.clock.now()) });
  if (!accepted.ok) return accepted;
  const bet = accepted.value;
  if (bet.ledger === "real" && request.from !== "balance") return preparePayment(ports, bet);
  const placed = await placeAtOnce(ports, bet);
  if (!placed.ok) return placed;
  return ok({ ...placed.value, stake: bet.stake, ledger: bet.ledger, payment: null });
}

/**
 * Checks what every bet must fulfil, whoever asks for it and whatever pays for it (rules RACE-11, BET-4, BET-11,
 * BET-16 and BET-17).
 */
export async function acceptBet(
  q: Queryable,
  request: Omit<BetRequest, "from" | "country"> & { readonly at: Date },
): Promise<Result<AcceptedBet, AcceptRefusal>> {
  const { maintenance, ageNotice, minimumAge } = await readSettings(q);
  const situation = await readBettingSituation(q, request, minimumAge);
  const refused = refusalOf(request, situation, maintenance);
  if (refused) return refused;
  if (ageNotice && !situation.has_accepted_notice) return refuse("NOTICE_REQUIRED");
  const limited = situation.is_past_own_limit ? await ownRefusal(q, request, situation.ledger) : null;
  if (limited) return limited;
  const { horse_number: horseNumber, horse_name: horseName, ledger } = situation;
  if (horseNumber === null || horseName === null || ledger === null) {
    return refuse("HORSE_NOT_IN_RACE", { field: "horseId" });
  }
  return ok({ ...request, horseNumber, horseName, ledger });
}

/** What a player's own limits say of the bet; of play money only breaks are kept. */
const ownRefusal = (
  q: Queryable,
  request: Pick<BetRequest, "wallet" | "stake"> & { readonly at: Date },
  ledger: LedgerName | null,
): Promise<Refused<OwnLimitRefusal> | null> =>
  ledger === "play" ? checkBreak(q, request) : checkOwnLimits(q, request);

function refusalOf(
  { isAdmin, stake, at }: BetRequest & { readonly at: Date },
  situation: BettingSituation,
  maintenance: boolean,
): Refused<AcceptRefusal> | null {
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
  { db, chain, bidFor, entropy, log, vault, depositProcessor }: PreparePorts,
  { raceId, wallet, horseId, horseNumber, horseName, stake, at }: AcceptedBet,
): Promise<Result<PreparedBet, "NOT_READY" | "CHAIN_UNAVAILABLE">> {
  const { betId, salt } = drawBet(entropy);
  const depositAddress = await chooseDepositWallet(vault, betId);
  if (!depositAddress) return refuse("NOT_READY");
  const lifetime = await orUnavailable(chain.latestBlockhash());
  if (!lifetime) return refuse("CHAIN_UNAVAILABLE");

  const earlier = await findPreparedBet(db, raceId, wallet);
  if (
    earlier?.message &&
    earlier.depositAddress &&
    earlier.horseId === horseId &&
    earlier.stake === stake &&
    earlier.lastValidBlockHeight !== null &&
    earlier.lastValidBlockHeight + REUSABLE_FOR_BLOCKS >= lifetime.lastValidBlockHeight
  ) {
    const { id, lastValidBlockHeight } = earlier;
    const wire = wireOfMessage(earlier.message);
    return ok({
      betId: id,
      salt: earlier.salt,
      stake,
      ledger: "real",
      payment: { wire, lastValidBlockHeight, depositAddress: earlier.depositAddress },
    });
  }

  const memo = memoOfBet({ id: betId, raceId, horseNumber, stake, salt });
  const transfer = { destination: depositAddress, lamports: stake };
  const bid = await bidFor({
    source: wallet,
    houseWallet: depositAddress,
    transfer,
    memo,
    signings: 0,
  });
  const { message, wire } = composeHousePayment({
    wallet,
    depositAddress,
    lamports: stake,
    memo,
    lifetime,
    bid,
  });
  const { lastValidBlockHeight } = lifetime;
  const terms = {
    id: betId,
    raceId,
    wallet,
    horseNumber,
    horseId,
    stake,
    ledger: "real",
    source: "wallet",
    salt,
    message,
    depositAddress,
  } as const;
  await db.insert(bets).values({ ...terms, status: "prepared", lastValidBlockHeight, preparedAt: at });
  depositProcessor.knownBets.remember({ ...terms, horseName });
  log.info({ betId, raceId, lamports: String(stake) }, "bet prepared");
  return ok({ betId, salt, stake, ledger: "real", payment: { wire, lastValidBlockHeight, depositAddress } });
}
