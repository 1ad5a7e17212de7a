import type { TransactionVersion } from "../../../contract/bets/transaction-version.ts";
import type { StakeSource } from "../../../contract/bets/stake-source.ts";
import { isBettingOpen } from "../../../domain/betting-window.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import type { LedgerName } from "../../../domain/ledger.ts";
import { loadRaceSettings } from "../../../domain/race-settings.ts";
import { ok, type Refused, type Result, refuse } from "../../../domain/result.ts";
import { formatSol } from "../../../domain/sol-amount.ts";
import { checkBreak, checkOwnLimits, type OwnLimitRefusal } from "../../foundation/books/own-limits.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";
import type { AcceptedBet } from "./place-at-once.ts";
import { type BettingSituation, readBettingSituations, type WaitingBet } from "./queries.ts";

export interface BetRequest {
  readonly raceId: string;
  readonly wallet: string;
  readonly isAdmin: boolean;
  /** Admins win no jackpots, which they give (rule JACKPOT-1). */
  readonly isBarredFromJackpots: boolean;
  readonly horseId: number;
  readonly stake: Lamports;
  /** The wallet when absent. */
  readonly from?: StakeSource;
  /**
   * Whoever asked named the wallet and need not be its owner: what only the owner may know decides when the payment is
   * counted, and the transaction is given to nobody else, who would then commit to a horse that a stranger knows
   * (rule BET-32).
   */
  readonly isUnproven?: boolean;
  /** Of the payment's transaction; 0 when absent (rule BET-28). */
  readonly version?: TransactionVersion | undefined;
  /** The wallet confirmed larger bets from its balance in this browser (rule BALANCE-1). */
  readonly isSteppedUp?: boolean;
  /** Country the player is in; unknown when absent. */
  readonly country?: string | null;
}

/** Why a bet would not be accepted now, wherever its stake comes from. */
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
  | "NO_JACKPOT_FOR_ADMINS"
  | OwnLimitRefusal;

/**
 * Checks what every bet must fulfil, no matter who places it or what pays for it (rules RACE-11, BET-4, BET-11, BET-16
 * BET-17 and JACKPOT-1).
 */
export async function acceptBet(
  q: Queryable,
  request: AskedBet,
): Promise<Result<AcceptedBet, AcceptRefusal>> {
  const [accepted] = await acceptBets(q, [request]);
  if (!accepted) throw new Error("a bet was not looked at");
  return accepted.ok ? ok(accepted.value.bet) : accepted;
}

export type AskedBet = Omit<BetRequest, "from" | "country"> & { readonly at: Date };

export interface Accepted {
  readonly bet: AcceptedBet;
  /** Root of the checkpoint that anchored the race's `commit` entry, in base64; null if none has. */
  readonly commitRoot: string | null;
  /** What the wallet was given to sign for this race and has not paid yet. */
  readonly waiting: WaitingBet | null;
}

/** As {@link acceptBet} for many bets, reading the settings and the deciding data only once. */
export async function acceptBets(
  q: Queryable,
  requests: readonly AskedBet[],
): Promise<Result<Accepted, AcceptRefusal>[]> {
  const { maintenance, ageNotice, minimumAge } = await readSettings(q);
  const situations = await readBettingSituations(q, requests, minimumAge);
  const answers: Result<Accepted, AcceptRefusal>[] = [];
  for (const [place, request] of requests.entries()) {
    const situation = situations[place];
    if (!situation) throw new Error("a situation was not read");
    answers.push(
      refusalOf(request, situation, maintenance) ??
        (ageNotice && !situation.has_accepted_notice ? refuse("NOTICE_REQUIRED") : null) ??
        (situation.is_past_own_limit && !request.isUnproven
          ? await ownRefusal(q, request, situation.ledger)
          : null) ??
        acceptedOf(request, situation),
    );
  }
  return answers;
}

function acceptedOf(request: AskedBet, situation: BettingSituation): Result<Accepted, "HORSE_NOT_IN_RACE"> {
  const { horse_number: horseNumber, horse_name: horseName, ledger } = situation;
  if (horseNumber === null || horseName === null || ledger === null) {
    return refuse("HORSE_NOT_IN_RACE", { field: "horseId" });
  }
  const { commit_root: commitRoot, waiting_bet: waiting } = situation;
  return ok({ bet: { ...request, horseNumber, horseName, ledger }, commitRoot, waiting });
}

/** Checks the bet against the player's own limits; for play money only breaks apply. */
const ownRefusal = (
  q: Queryable,
  request: Pick<BetRequest, "wallet" | "stake"> & { readonly at: Date },
  ledger: LedgerName | null,
): Promise<Refused<OwnLimitRefusal> | null> =>
  ledger === "play" ? checkBreak(q, request) : checkOwnLimits(q, request);

function refusalOf(
  { isAdmin, isBarredFromJackpots, isUnproven = false, stake, at }: BetRequest & { readonly at: Date },
  situation: BettingSituation,
  maintenance: boolean,
): Refused<AcceptRefusal> | null {
  if (!situation.has_profile) return refuse("PROFILE_REQUIRED");
  if (situation.is_banned && !isUnproven) return refuse("BANNED");
  if (maintenance && !isAdmin) return refuse("MAINTENANCE");
  if (situation.race_status === null) return refuse("RACE_NOT_FOUND");
  const { race_status: status, betting_opens_at: bettingOpensAt, closes_at: closesAt } = situation;
  if (!isBettingOpen({ status, bettingOpensAt, closesAt }, at.getTime())) return refuse("BETTING_CLOSED");
  if (situation.has_live_bet && !isUnproven) return refuse("ALREADY_BET");
  const { minBet, maxBet, jackpot } = loadRaceSettings(situation.race_settings);
  if (isBarredFromJackpots && jackpot > 0n) return refuse("NO_JACKPOT_FOR_ADMINS");
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
