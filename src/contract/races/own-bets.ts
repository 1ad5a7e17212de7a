import * as z from "zod/mini";
import { betResults } from "../../domain/settlement.ts";
import {
  betId,
  hex64,
  instant,
  lamportsText,
  nextCursor,
  numericId,
  page,
  raceId,
  signature,
  sol,
  text,
  wallet,
} from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { horseNumber, merklePath } from "./race-shape.ts";
import { logAnchor, loggedCommit } from "./verified-race.ts";

const ofRace = z.object({ id: raceId });

/** A player's own bet in the tree over all bets of its race (rule FAIR-16). */
const betProof = z.object({
  bet_id: betId,
  horse_number: horseNumber,
  stake: lamportsText,
  /** Opens the commitment in the bet's memo and the hash of the wallet. */
  salt: hex64,
  /** Place of its leaf, from 0. */
  index: z.int(),
  path: merklePath,
  betsRoot: hex64,
  /** Number of all bets; the pool is also that of all bets. */
  count: z.int(),
  pool: lamportsText,
  /** Signature of the memo that carries the three; null until it is sent. */
  lock: z.nullable(signature),
  /** The memo that anchored the race's `commit` entry, which names the wallet of that memo; and the entry's index. */
  commit: z.nullable(z.object({ ...logAnchor, ...loggedCommit, index: z.int() })),
  /** Signature of the payment for the bet; null for a bet from the balance. */
  payment: z.nullable(signature),
});

/** What a player looks up or does about bets that are in. No page starts with these calls. */
export const ownBets = {
  takeBackBet: endpoint({
    method: "POST",
    path: "/races/:id/bet/:betId/take-back",
    access: "player",
    movesMoney: true,
    claims: ["header"],
    summary: "Take the caller's bet back to the balance if its race has waited too long for other players",
    refuses: ["BET_NOT_FOUND", "TAKE_BACK_NOT_DUE"],
    params: z.object({ id: raceId, betId }),
    reply: z.object({ message: z.string() }),
    perMinute: 30,
  }),
  getBetProof: endpoint({
    method: "GET",
    path: "/races/:id/bet/proof",
    access: "player",
    summary: "The proof that the caller's own bet is among those that were locked at the close",
    refuses: ["RACE_NOT_FOUND"],
    params: ofRace,
    /** Null before the close, without a bet, and for a race without a lock memo. */
    reply: z.object({ proof: z.nullable(betProof) }),
  }),
  getRaceHistory: endpoint({
    method: "GET",
    path: "/races/history/:wallet",
    access: "player",
    claims: ["header", "params.wallet"],
    summary:
      "The caller's bets, newest first; `search` is a part of a race's id or number, or of a horse's name",
    params: z.object({ wallet }),
    query: z.object({
      ...page,
      search: z.optional(text(64)),
      result: z.optional(z.enum(betResults, { error: "must be win, loss or refunded" })),
    }),
    reply: z.object({
      bets: z.array(
        z.object({
          id: betId,
          race_id: raceId,
          created_at: instant,
          horse_id: numericId,
          horse_name: z.string(),
          horse_color: z.string(),
          /** Zero-based lane. */
          selected_horse: z.int(),
          /** Null until the race is settled. */
          result: z.nullable(z.enum(betResults)),
          bet_amount: sol,
          payout_amount: sol,
          testing: z.boolean(),
          /** Signature of the player's payment; null for play money and for a bet from the balance. */
          bet_signature: z.nullable(signature),
          /** Signature of the payment to the player's wallet; null if there was none or it has not been sent yet. */
          payout_signature: z.nullable(signature),
        }),
      ),
      nextCursor,
    }),
  }),
};
