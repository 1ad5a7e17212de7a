import * as z from "zod/mini";
import { outcomeEntropies, raceStatuses, raceTypes, refundCauses } from "../../domain/race-terms.ts";
import { betResults } from "../../domain/settlement.ts";
import { betId, hex64, instant, numericId, raceId, signature, slot, sol, wallet } from "../wire/codecs.ts";

/** Lane and number of a horse within a race, 1 to 6; this is what the fairness calculation yields. */
export const horseNumber = z.int().check(z.minimum(1), z.maximum(6));

/** 32 hex characters that shape the motion on the track; they say nothing about who wins. */
export const motionSeed = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** Numbers of the horses in finishing order. */
export const places = z.array(horseNumber).check(z.length(6));

/** A horse as it runs in one race. */
export const raceHorse = z.object({
  id: numericId,
  number: horseNumber,
  name: z.string(),
  color: z.string(),
  description: z.string(),
  wins: z.int(),
  races: z.int(),
  /** Percent of all bets that were on this horse. */
  pick_rate: z.number(),
  /** Percent of its races that it won. */
  win_rate: z.number(),
  /** Null while per-horse amounts are hidden before the close (rule RACE-6), as are the next two. */
  betCount: z.nullable(z.int()),
  totalBetAmount: z.nullable(sol),
  /** Decimal odds net of the edge, jackpot included; provisional until the close; null with no bets. */
  odds: z.nullable(z.number()),
});
export type RaceHorse = z.output<typeof raceHorse>;

/** A confirmed bet as everybody sees it; wallet, name and amounts are null for a streamer who hides figures. */
export const publicBet = z.object({
  id: betId,
  user_wallet: z.nullable(wallet),
  username: z.nullable(z.string()),
  /** Null while per-horse amounts are hidden before the close. */
  horse_id: z.nullable(numericId),
  horse_name: z.nullable(z.string()),
  /** Null while hidden, and where a streamer's privacy hides it. */
  bet_amount: z.nullable(sol),
  /** Null until the race is settled, and where a streamer's privacy hides it. */
  payout_amount: z.nullable(sol),
});

/** The block after the close whose hash completes the nonce. */
export const beacon = z.object({
  /** The slot from which it is looked for: four after the lock memo's; without a lock memo, announced at the close. */
  announcedSlot: slot,
  /** Slot of the first block at or after it; null until there is one. */
  slot: z.nullable(slot),
  blockhash: z.nullable(z.string()),
});

/** Signatures of a race's memos on chain. */
const anchors = z.object({
  /** The notary's, which anchored the race's `commit` entry; null until it is final. */
  commit: z.nullable(signature),
  /** Sent at the close; null before that, and for a race without a lock memo. */
  lock: z.nullable(signature),
  result: z.nullable(signature),
});

/** The neighbours that lead from a leaf to the root, from the leaf up, joined: 64 hex characters each. */
export const merklePath = z
  .string()
  .check(z.regex(/^(?:[0-9a-f]{64}){0,64}$/, { error: "must be hashes of 64 hex characters" }));

/** An award of the superfecta bonus in this race; wallet and name are null for a player who hides figures. */
export const bonusAward = z.object({
  user_wallet: z.nullable(wallet),
  username: z.nullable(z.string()),
  amount: sol,
});

/** What a streak of four pays in this race, and what it requires (rules MONEY-14 and MONEY-15). */
export const superfecta = z.object({
  bonus: sol,
  /** What the bonus fund holds now. */
  fund: sol,
  /** Whether the fund holds a whole bonus; otherwise it is refilling and pays nothing. */
  isCovered: z.boolean(),
  /** The smallest bet that counts for the streak; null when none does. */
  minimumBet: z.nullable(sol),
});

export const race = z.object({
  id: raceId,
  status: z.enum(raceStatuses),
  race_type: z.enum(raceTypes),
  isSpecial: z.boolean(),
  isJackpotRace: z.boolean(),
  jackpotAmount: sol,
  /** All stakes; never hidden. */
  totalPool: sol,
  /** What the winners share: stakes minus the fee plus the jackpot. */
  netPool: sol,
  /** Percent. */
  house_edge: z.number(),
  /** Distinct players needed to start the countdown. */
  min_bets: z.int(),
  /** Bounds of a bet in this race. */
  min_bet: sol,
  max_bet: sol,
  /** Total number of confirmed bets. */
  betCount: z.int(),
  /** How many more players start the countdown. */
  playersNeeded: z.int(),
  /** The newest confirmed bets, at most {@link MAX_RACE_BETS}; `getRaceBets` returns all of them in pages. */
  bets: z.array(publicBet),
  horses: z.array(raceHorse),
  /** All bets are on one horse: winners would share the net pool among themselves. */
  everybodyOnOneHorse: z.boolean(),
  winning_horse_id: z.nullable(numericId),
  winning_horse: z.nullable(
    z.object({ id: numericId, number: horseNumber, name: z.string(), color: z.string() }),
  ),
  /** Known from the reveal on. */
  places: z.nullable(places),
  server_seed_hash: hex64,
  /** n before the close; the final nonce, `n.<blockhash>` under `beacon`, once it is known. */
  nonce: z.string(),
  /** Null until the race is over. */
  server_seed: z.nullable(hex64),
  outcome_entropy: z.enum(outcomeEntropies),
  beacon: z.nullable(beacon),
  anchors,
  /** Play money (testing mode). */
  testing: z.boolean(),
  /** Null if nothing is paid for a streak: play money, or a bonus of zero. */
  superfecta: z.nullable(superfecta),
  bonus_award: z.nullable(bonusAward),
  bonus_awards: z.array(bonusAward),
  created_at: instant,
  /** When the memo that anchors the `commit` entry was final; null before: no bet is taken then. */
  bettingOpensAt: z.nullable(instant),
  countdownEndsAt: z.nullable(instant),
  startsAt: z.nullable(instant),
  completed_at: z.nullable(instant),
  durationMs: z.int(),
  /** Feeds the motion function; known from the start on. */
  motionSeed: z.nullable(motionSeed),
  refund_reason: z.nullable(z.enum(refundCauses)),
  serverNow: instant,
});
export type Race = z.output<typeof race>;

/** Maximum number of bets listed with a race; `betCount` counts all of them. */
export const MAX_RACE_BETS = 50;

/** A player's own bet in a race. */
export const ownBet = z.object({
  id: betId,
  race_id: raceId,
  horse_id: numericId,
  horse_number: horseNumber,
  horse_name: z.string(),
  bet_amount: sol,
  /** Null until the race is settled. */
  payout_amount: z.nullable(sol),
  result: z.nullable(z.enum(betResults)),
  /** From when it can be taken back if its race is still pending then (rule LONE-1); null when it is not yet known. */
  takeBackFrom: z.nullable(instant),
});
export type OwnBet = z.output<typeof ownBet>;
