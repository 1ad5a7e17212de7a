import { DAY_MS } from "./day-length.ts";
import { type Lamports, type SignedLamports, lamports, signedLamports, sum } from "./lamports.ts";
import type { RaceSettings } from "./race-settings.ts";
import type { BetResult } from "./settlement.ts";

/** Maximum number of races that a repeat bets in. */
export const MAX_REPEAT_RACES = 50;

/** A repeat that has not reached its end after this time is ended. */
export const REPEAT_LIFE_MS = DAY_MS;

/**
 * The horse that a repeat bets on: one that was `chosen`, the `same` number as the player's last bet, or the
 * `favourite` of the moment.
 */
export const repeatHorses = ["chosen", "same", "favourite"] as const;
export type RepeatHorse = (typeof repeatHorses)[number];

/**
 * Why a repeat ended. `stopped` by its player, `replaced` by a new one; `stake_refused`: its amount is outside of
 * what the race takes; `own_limit`: the player's own; `notice_required`: the notice of age and place has to be
 * confirmed; `not_allowed`: the player may no longer bet.
 */
export const repeatEnds = [
  "races_done",
  "loss_reached",
  "stopped",
  "replaced",
  "maintenance",
  "banned",
  "balance_low",
  "stake_refused",
  "own_limit",
  "on_break",
  "notice_required",
  "not_allowed",
  "expired",
] as const;
export type RepeatEnd = (typeof repeatEnds)[number];

/**
 * Why a repeat is paused: the house edge of the race is higher than that of the race it was given under, other bets are
 * taken there, the race is for the other kind of money, or the player has to confirm large bets from the balance.
 */
export const repeatPauses = ["edge", "limits", "testing", "step_up"] as const;
export type RepeatPause = (typeof repeatPauses)[number];

type BetTerms = Pick<RaceSettings, "houseEdgeBps" | "minBet" | "maxBet" | "ledger">;

/** What makes the terms of a race worse than those that were agreed to; null if nothing does (rule BET-15). */
export function worseTerms(agreed: BetTerms, race: BetTerms): RepeatPause | null {
  if (race.ledger !== agreed.ledger) return "testing";
  if (race.houseEdgeBps > agreed.houseEdgeBps) return "edge";
  return race.minBet === agreed.minBet && race.maxBet === agreed.maxBet ? null : "limits";
}

export interface RepeatTerms {
  readonly stake: Lamports;
  readonly races: number;
  /** The net loss that no bet of the repeat may exceed, counted from its start. */
  readonly stopAtLoss: Lamports;
}

/** A bet that a repeat placed. */
export interface RepeatedBet {
  readonly stake: Lamports;
  /** Null until its race is settled. */
  readonly result: BetResult | null;
  /** What came back: the payout, or the stake of a refunded bet. */
  readonly payout: Lamports;
}

export interface RepeatTally {
  readonly racesBet: number;
  /** Staked in races that are not settled. */
  readonly open: Lamports;
  /** What came back from settled races minus what was staked in them. */
  readonly net: SignedLamports;
}

export function tallyRepeat(bets: readonly RepeatedBet[]): RepeatTally {
  const settled = bets.filter(({ result }) => result !== null);
  const staked = sum(bets.map(({ stake }) => stake));
  const stakedInSettled = sum(settled.map(({ stake }) => stake));
  return {
    racesBet: bets.length,
    open: lamports(staked - stakedInSettled),
    net: signedLamports(sum(settled.map(({ payout }) => payout)) - stakedInSettled),
  };
}

/** What is next for a repeat; `wait` is for a race that is not settled yet. */
export type RepeatStep = "bet" | "wait" | Extract<RepeatEnd, "races_done" | "loss_reached">;

/**
 * Whether a repeat may place its bet now. A bet that could take the loss beyond the stop is not placed, so an open
 * bet counts as lost until its race is settled (rule BET-15).
 */
export function nextRepeatStep(
  { stake, races, stopAtLoss }: RepeatTerms,
  { racesBet, open, net }: RepeatTally,
): RepeatStep {
  const isDone = racesBet >= races;
  if (!isDone && stake + open - net <= stopAtLoss) return "bet";
  if (open > 0n) return "wait";
  return isDone ? "races_done" : "loss_reached";
}

interface BackedHorse {
  readonly number: number;
  readonly stakes: Lamports;
}

/** The number with the most staked on it, the lowest on a tie. Null if there is no horse. */
export function favouriteOf(horses: readonly BackedHorse[]): number | null {
  const [first] = horses.toSorted((a, b) =>
    a.stakes === b.stakes ? a.number - b.number : a.stakes > b.stakes ? -1 : 1,
  );
  return first?.number ?? null;
}
