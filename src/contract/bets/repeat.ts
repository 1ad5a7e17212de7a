import * as z from "zod/mini";
import { MAX_REPEAT_RACES, repeatEnds, repeatPauses } from "../../domain/repeat.ts";
import { betResults } from "../../domain/settlement.ts";
import { horseNumber } from "../races/race-shape.ts";
import {
  betId,
  instant,
  numericId,
  raceId,
  rowId,
  signedSol,
  sol,
  solInput,
  wallet,
  whole,
} from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

/** One horse, the number of the caller's last bet, or the horse with the most staked on it at the time. */
const repeatHorse = z.union([z.object({ id: numericId }), z.enum(["same", "favourite"])], {
  error: 'must be {"id": …}, "same" or "favourite"',
});

/** A bet that a repeat placed. */
const repeatedBet = z.object({
  id: betId,
  race_id: raceId,
  horse_number: horseNumber,
  horse_name: z.string(),
  bet_amount: sol,
  /** Null until the race is settled. */
  payout_amount: z.nullable(sol),
  result: z.nullable(z.enum(betResults)),
  placed_at: instant,
});

/** An order to place the same balance bet in the coming races (rule BET-15). */
export const repeat = z.object({
  id: rowId,
  horse: repeatHorse,
  amount: sol,
  races: z.int(),
  stopAtLoss: sol,
  /** A paused one places nothing until its player resumes or ends it. */
  status: z.enum(["running", "paused", "ended"]),
  /** Null unless it is paused. */
  pauseReason: z.nullable(z.enum(repeatPauses)),
  /** Of the race whose terms the player agreed to, in percent. */
  house_edge: z.number(),
  /** Null while it runs. */
  endReason: z.nullable(z.enum(repeatEnds)),
  racesDone: z.int(),
  racesLeft: z.int(),
  /** Staked in races that are not settled. */
  openAmount: sol,
  /** What came back from settled races minus what was staked in them. */
  net: signedSol,
  startedAt: instant,
  endedAt: z.nullable(instant),
  /** Newest first. */
  bets: z.array(repeatedBet),
});
export type Repeat = z.output<typeof repeat>;

/** The running repeat, otherwise the last one; null if there was none. */
const reply = z.object({ repeat: z.nullable(repeat) });

export const repeats = {
  getRepeat: endpoint({
    method: "GET",
    path: "/bets/repeat",
    access: "player",
    claims: ["header"],
    summary: "The caller's running repeat, otherwise the last one, and what it did",
    reply,
  }),
  startRepeat: endpoint({
    method: "PUT",
    path: "/bets/repeat",
    access: "player",
    movesMoney: true,
    refusesBanned: true,
    claims: ["header", "body.walletAddress"],
    summary: "Have the server place the same balance bet in the coming races; replaces a running repeat",
    refuses: [
      "PROFILE_REQUIRED",
      "MAINTENANCE",
      "NOTICE_REQUIRED",
      "COUNTRY_BLOCKED",
      "ON_BREAK",
      "STAKE_LIMIT_REACHED",
      "LOSS_LIMIT_REACHED",
      "BET_INPUT_MISSING",
      "INVALID_BET_AMOUNT",
      "BET_TOO_SMALL",
      "BET_TOO_LARGE",
      "HORSE_NOT_FOUND",
      "RACE_NOT_FOUND",
      "INSUFFICIENT_BALANCE",
      "STEP_UP_REQUIRED",
    ],
    body: z.object({
      walletAddress: z.optional(wallet),
      horse: repeatHorse,
      amount: solInput({ positive: true, missing: "BET_INPUT_MISSING", error: "INVALID_BET_AMOUNT" }),
      races: whole(1, MAX_REPEAT_RACES),
      /** The race whose terms the caller has seen; the newest one if absent. */
      raceId: z.optional(raceId),
      stopAtLoss: solInput({ positive: true, error: "must be an amount above 0 with at most 9 decimals" }),
    }),
    reply,
    perMinute: 30,
  }),
  resumeRepeat: endpoint({
    method: "POST",
    path: "/bets/repeat/resume",
    access: "player",
    claims: ["header"],
    summary:
      "Have the caller's paused repeat bet on under the terms of a race; if none is paused it changes nothing",
    refuses: ["RACE_NOT_FOUND", "STEP_UP_REQUIRED"],
    body: z.object({ raceId }),
    reply,
    perMinute: 30,
  }),
  stopRepeat: endpoint({
    method: "DELETE",
    path: "/bets/repeat",
    access: "player",
    claims: ["header"],
    summary: "End the caller's running repeat at once; without one it changes nothing",
    reply,
    perMinute: 60,
  }),
};
