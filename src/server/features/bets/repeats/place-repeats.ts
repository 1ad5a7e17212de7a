import { sql } from "drizzle-orm";
import { lamports, signedLamports } from "../../../../domain/lamports.ts";
import {
  nextRepeatStep,
  REPEAT_LIFE_MS,
  type RepeatEnd,
  type RepeatStep,
  type RepeatTally,
  worseTerms,
} from "../../../../domain/repeat.ts";
import { loadRaceSettings } from "../../../../domain/race-settings.ts";
import { balanceOf } from "../../../foundation/books/ledger.ts";
import { type Queryable, rowsOf, type Tx } from "../../../foundation/db/database.ts";
import { type HeldLease, holdLease } from "../../../foundation/db/lease.ts";
import { inTransaction, sqlState, UNIQUE_VIOLATION } from "../../../foundation/db/transaction.ts";
import type { Rest } from "../../../foundation/loop.ts";
import {
  type NotificationRow,
  notificationView,
} from "../../../foundation/notifications/stored-notifications.ts";
import { readSettings } from "../../../foundation/settings/stored-settings.ts";
import { type AcceptRefusal, acceptBet } from "../accept-bet.ts";
import { needsStepUp } from "../balance-step-up.ts";
import {
  type AcceptedBet,
  announcePlaced,
  BalanceTooLow,
  drawBet,
  NotConfirmed,
  PastOwnLimit,
  type PlacePorts,
  storeBet,
} from "../place-at-once.ts";
import { isBannedAt, momentOf, readEligibility } from "../queries.ts";
import { endRepeat } from "./end-repeat.ts";
import { type BettableRace, pickHorse } from "./pick-horse.ts";
import { type Pause, pauseRepeat } from "./pause-repeat.ts";
import { agreedTerms, lockRunning, readNextStep, type RepeatRow } from "./repeat-rows.ts";

export interface RepeatPorts extends PlacePorts {
  /** Every admin's wallet. */
  readonly listAdmins: (q: Queryable) => Promise<readonly string[]>;
  /** In local mode admins play for jackpots too. */
  readonly isLocal: boolean;
}

/** While no repeat runs: how long one can go unnoticed if its notification is missed. */
const LOOK_EVERY_MS = 5_000;

/**
 * One round over the running repeats: each that is due bets in the open race, or pauses if the terms of that race are
 * worse than those it was given under, and each that is over ends (rule BET-15).
 * Every step is one transaction under the lease and the repeat's lock, so that a crash leaves it either done or not
 * done; the database accepts only one bet of a repeat in a race, ever.
 */
export async function placeRepeats(ports: RepeatPorts, lease: HeldLease): Promise<Rest> {
  if (!(await isAnyRunning(ports.db))) return LOOK_EVERY_MS;
  const nowMs = ports.clock.now();
  const race = await findBettableRace(ports.db, nowMs);
  const running = await readRunning(ports.db, race, nowMs);
  const { maintenance } = await readSettings(ports.db);
  for (const one of running) {
    const isDue = maintenance || one.isBanned || isExpired(one, nowMs) || one.step !== "wait";
    const canBet = one.step !== "bet" || (race !== null && !one.hasBet);
    const mustEnd = maintenance || one.isBanned || isExpired(one, nowMs);
    if (isDue && (canBet || mustEnd)) await takeStep(ports, lease, one.id, race);
  }
}

async function isAnyRunning(q: Queryable): Promise<boolean> {
  const rows = await rowsOf(q, sql`select 1 from bet_repeats where ended_at is null limit 1`);
  return rows.length > 0;
}

interface Running {
  readonly id: string;
  readonly startedAtMs: number;
  readonly isBanned: boolean;
  /** Whether it already has a bet in the current race. */
  readonly hasBet: boolean;
  readonly step: RepeatStep;
}

/** All running repeats with their results so far, in one statement. */
async function readRunning(
  q: Queryable,
  race: BettableRace | null,
  nowMs: number,
): Promise<readonly Running[]> {
  const rows = await rowsOf<{
    id: string;
    stake: bigint;
    races: number;
    stop_at_loss: bigint;
    started_at: number;
    is_banned: boolean;
    is_paused: boolean;
    has_bet: boolean;
    races_bet: number;
    open: bigint;
    net: bigint;
  }>(
    q,
    sql`select repeat.id, repeat.stake, repeat.races, repeat.stop_at_loss,
               (extract(epoch from repeat.started_at) * 1000)::float8 as started_at, repeat.pause_reason is not null as is_paused,
               ${isBannedAt(sql`repeat.wallet`, momentOf(new Date(nowMs)))} as is_banned, tally.*
          from bet_repeats as repeat
            cross join lateral (
              select coalesce(bool_or(race_id = ${race?.id ?? null}), false) as has_bet,
                     count(*)::int as races_bet,
                     coalesce(sum(stake) filter (where result is null), 0)::bigint as open,
                     coalesce(sum(payout - stake) filter (where result is not null), 0)::bigint as net
                from bets where repeat_id = repeat.id
            ) as tally
         where repeat.ended_at is null
         order by repeat.started_at, repeat.id`,
  );
  return rows.map((row) => {
    const terms = {
      stake: lamports(row.stake),
      races: row.races,
      stopAtLoss: lamports(row.stop_at_loss),
    };
    const tally: RepeatTally = {
      racesBet: row.races_bet,
      open: lamports(row.open),
      net: signedLamports(row.net),
    };
    const step = nextRepeatStep(terms, tally);
    return {
      id: row.id,
      startedAtMs: row.started_at,
      isBanned: row.is_banned,
      hasBet: row.has_bet,
      step: row.is_paused && step === "bet" ? "wait" : step,
    };
  });
}

const isExpired = ({ startedAtMs }: Pick<Running, "startedAtMs">, nowMs: number): boolean =>
  nowMs >= startedAtMs + REPEAT_LIFE_MS;

/** The open race, while it takes bets. */
async function findBettableRace(q: Queryable, nowMs: number): Promise<BettableRace | null> {
  const [row] = await rowsOf<{
    id: string;
    status: BettableRace["status"];
    betting_opens_at: number;
    closes_at: number | null;
    settings: unknown;
  }>(
    q,
    sql`select id, status, settings,
               (extract(epoch from betting_opens_at) * 1000)::float8 as betting_opens_at,
               (extract(epoch from closes_at) * 1000)::float8 as closes_at
          from races
         where status in ('pending', 'countdown')
           and takes_bets(races, ${new Date(nowMs).toISOString()}::timestamptz)`,
  );
  if (!row) return null;
  const { id, status, betting_opens_at: bettingOpensAt, closes_at: closesAt } = row;
  return { id, status, bettingOpensAt, closesAt, settings: loadRaceSettings(row.settings) };
}

/** What a step did, to be announced after its commit. */
type Done =
  | { readonly kind: "bet"; readonly betId: string; readonly bet: AcceptedBet }
  | { readonly kind: "stopped"; readonly notification: NotificationRow | null };

async function takeStep(
  ports: RepeatPorts,
  lease: HeldLease,
  repeatId: string,
  race: BettableRace | null,
): Promise<void> {
  const done = await orTakenBack(
    inTransaction(ports.db, async (tx): Promise<Done | null> => {
      await holdLease(tx, lease.name, lease.token);
      const repeat = await lockRunning(tx, repeatId);
      if (repeat === null) return null;
      const next = await decide(tx, ports, repeat, race);
      if (next.kind === "wait") return null;
      if (next.kind === "end") {
        return { kind: "stopped", notification: await endRepeat(tx, ports, repeat, next.reason) };
      }
      if (next.kind === "pause") {
        return { kind: "stopped", notification: await pauseRepeat(tx, ports, repeat, next) };
      }
      const drawn = drawBet(ports.entropy);
      const isIn = await storeBet(tx, ports.clock, drawn, next.bet);
      return isIn ? { kind: "bet", betId: drawn.betId, bet: next.bet } : null;
    }),
  );
  if (done?.kind === "bet") announcePlaced(ports, done.betId, done.bet);
  if (done?.kind === "stopped" && done.notification !== null) {
    const { wallet } = done.notification;
    ports.broadcast.toWallet(wallet, "user-notification", {
      notification: notificationView(done.notification),
    });
  }
}

/** The player was faster, with a manual bet or a withdrawal: the next round tries again. */
async function orTakenBack<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BalanceTooLow || error instanceof NotConfirmed || error instanceof PastOwnLimit)
      return null;
    if (sqlState(error) === UNIQUE_VIOLATION) return null;
    throw error;
  }
}

type Decision =
  | { readonly kind: "wait" }
  | { readonly kind: "end"; readonly reason: RepeatEnd }
  | ({ readonly kind: "pause" } & Pause)
  | { readonly kind: "bet"; readonly bet: AcceptedBet };

const wait: Decision = { kind: "wait" };
const end = (reason: RepeatEnd): Decision => ({ kind: "end", reason });

/** The caller holds the repeat's lock; everything is re-read. */
async function decide(
  tx: Tx,
  ports: RepeatPorts,
  repeat: RepeatRow,
  race: BettableRace | null,
): Promise<Decision> {
  const at = new Date(ports.clock.now());
  const { maintenance } = await readSettings(tx);
  if (maintenance) return end("maintenance");
  if (isExpired({ startedAtMs: repeat.startedAt.getTime() }, at.getTime())) return end("expired");
  if ((await readEligibility(tx, repeat.wallet, at)).isBanned) return end("banned");
  const { step } = await readNextStep(tx, repeat);
  if (step === "races_done" || step === "loss_reached") return end(step);
  if (step === "wait" || repeat.pauseReason !== null || race === null) return wait;
  return decideBet(tx, ports, repeat, race);
}

async function decideBet(
  tx: Tx,
  ports: RepeatPorts,
  repeat: RepeatRow,
  race: BettableRace,
): Promise<Decision> {
  const at = new Date(ports.clock.now());
  const { wallet, stake } = repeat;
  const agreed = await agreedTerms(tx, repeat);
  const worse = worseTerms(agreed, race.settings);
  if (worse !== null) return { kind: "pause", reason: worse, agreed, terms: race.settings };
  if (race.settings.ledger === "play") return wait;
  const horseId = await pickHorse(tx, repeat, race, at.getTime());
  const isBarredFromJackpots = !ports.isLocal && (await ports.listAdmins(tx)).includes(wallet);
  const bet = { raceId: race.id, wallet, horseId: horseId ?? 0, stake, at };
  const accepted = await acceptBet(tx, { ...bet, isAdmin: false, isBarredFromJackpots });
  if (!accepted.ok) {
    const reason = ends[accepted.code];
    return reason === null ? wait : end(reason);
  }
  if (await hasOwnBet(tx, race.id, wallet)) return wait;
  if ((await balanceOf(tx, `user:${wallet}`)) < stake) return end("balance_low");
  const { id: repeatId, isSteppedUp } = repeat;
  if (!isSteppedUp && (await needsStepUp(tx, { wallet, stake, at })))
    return { kind: "pause", reason: "step_up", agreed, terms: race.settings };
  return { kind: "bet", bet: { ...accepted.value, repeatId, isSteppedUp } };
}

/** What each reason for refusing a bet means for a repeat: its end, or that it waits for another race. */
const ends: Readonly<Record<AcceptRefusal, RepeatEnd | null>> = {
  PROFILE_REQUIRED: "not_allowed",
  BANNED: "banned",
  MAINTENANCE: "maintenance",
  NOTICE_REQUIRED: "notice_required",
  BET_TOO_SMALL: "stake_refused",
  BET_TOO_LARGE: "stake_refused",
  ON_BREAK: "on_break",
  STAKE_LIMIT_REACHED: "own_limit",
  LOSS_LIMIT_REACHED: "own_limit",
  RACE_NOT_FOUND: null,
  BETTING_CLOSED: null,
  HORSE_NOT_IN_RACE: null,
  ALREADY_BET: null,
  NO_JACKPOT_FOR_ADMINS: null,
};

/**
 * Whether the player has any bet in the race. The repeat does not add to a manual bet, even if that was refunded or
 * still waits for its payment, which could not become a bet after this one. What anybody may have prepared in the player's
 * name (rule BET-32) holds up nothing.
 */
async function hasOwnBet(tx: Tx, raceId: string, wallet: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select 1 from bets
         where race_id = ${raceId} and wallet = ${wallet} and (status = 'confirmed' or (status = 'prepared' and message is not null)) limit 1`,
  );
  return rows.length > 0;
}
