import * as z from "zod/mini";
import { approval } from "../approvals/approvals.ts";
import { raceStatuses, raceTypes } from "../../domain/race-terms.ts";
import { colorPattern } from "../../domain/silk-colors.ts";
import { betResults } from "../../domain/settlement.ts";
import { adminBody, adminQuery, adminReadClaims, adminWriteClaims, changed } from "../wire/admin-caller.ts";
import { adminList } from "../wire/admin-list.ts";
import {
  betId,
  hex64,
  instant,
  nextCursor,
  numericId,
  raceId,
  signature,
  signedSol,
  sol,
  wallet,
  whole,
} from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { prose, reason, typedName } from "../wire/typed-text.ts";
import { horseNumber } from "./race-shape.ts";

/** A horse of the stable, with its record. */
export const horse = z.object({
  id: numericId,
  name: z.string(),
  color: z.string(),
  description: z.string(),
  /** Its lane in newly created races; null for a reserve horse. */
  lane: z.nullable(horseNumber),
  /** Kept for the races that it ran in; it has no lane and gets none until it is restored. */
  archived: z.boolean(),
  wins: z.int(),
  races: z.int(),
  /** Percents. */
  pick_rate: z.number(),
  win_rate: z.number(),
});

const winningHorse = z.nullable(
  z.object({ id: numericId, number: horseNumber, name: z.string(), color: z.string() }),
);

/** A race as admins see it: they see neither seed nor winner before it is over, either. */
export const adminRace = z.object({
  id: raceId,
  status: z.enum(raceStatuses),
  race_type: z.enum(raceTypes),
  total_pool: sol,
  jackpot_amount: sol,
  /** Percent. */
  house_edge: z.number(),
  bet_count: z.int(),
  testing: z.boolean(),
  isSpecial: z.boolean(),
  created_at: instant,
  completed_at: z.nullable(instant),
  payout_seconds: z.nullable(z.number()),
  refund_reason: z.nullable(z.string()),
  winning_horse_id: z.nullable(numericId),
  winningHorse,
  server_seed_hash: hex64,
  nonce: z.string(),
  server_seed: z.nullable(hex64),
});

/** Horse and amount are null while per-horse amounts are hidden before the close: admins may bet too (rule RACE-6). */
const raceBet = z.object({
  id: betId,
  username: z.nullable(z.string()),
  user_wallet: wallet,
  horse_id: z.nullable(numericId),
  horse_name: z.nullable(z.string()),
  horse_color: z.nullable(z.string()),
  bet_amount: z.nullable(sol),
  payout_amount: sol,
  /** Null means pending. */
  result: z.nullable(z.enum(betResults)),
  /** Signature of the player's payment; null for play money and for a bet from the balance. */
  bet_signature: z.nullable(signature),
  /** Signature of the payment to the player's wallet; null if there was none or it has not been sent yet. */
  payout_signature: z.nullable(signature),
});

const horseSummary = z.object({
  id: numericId,
  number: horseNumber,
  name: z.string(),
  color: z.string(),
  betCount: z.nullable(z.int()),
  totalBetAmount: z.nullable(sol),
  isWinner: z.boolean(),
});

const ofHorse = z.object({
  id: z.codec(z.string().check(z.regex(/^[1-9]\d{0,8}$/, { error: "must be a whole number" })), z.int(), {
    decode: Number,
    encode: String,
  }),
});

/** What the list of races, and that of the bets of a race, can be ordered by. */
export const raceOrders = ["created"] as const;
export const raceBetOrders = ["placed", "stake", "payout"] as const;

export const adminRaces = {
  listHorses: endpoint({
    method: "GET",
    path: "/admin/horses",
    access: "admin",
    claims: adminReadClaims,
    summary: "The stable",
    query: z.object(adminQuery),
    reply: z.object({ horses: z.array(horse) }),
  }),
  saveHorse: endpoint({
    method: "POST",
    path: "/admin/horses",
    access: "admin",
    stepUp: "once",
    claims: adminWriteClaims,
    summary: "Add a horse, or change the one with `id`; open races keep their horses",
    refuses: ["HORSE_NOT_FOUND", "HORSE_COUNT", "HORSE_ARCHIVED", "HORSE_EXISTS"],
    body: z.object({
      ...adminBody,
      id: z.optional(z.nullable(numericId)),
      /** Required for a new horse; unchanged when left out of a change, as are the fields below. */
      name: z.optional(typedName(40)),
      color: z.optional(
        z
          .string({ error: "must be a hex colour" })
          .check(z.regex(colorPattern, { error: "must be a hex colour" })),
      ),
      description: z.optional(z.nullable(prose(300))),
      lane: z.optional(z.nullable(whole(1, 6))),
    }),
    reply: z.object({ horse, changed }),
    createsWithout: "id",
  }),
  archiveHorse: endpoint({
    method: "PATCH",
    path: "/admin/horses/:id",
    access: "admin",
    stepUp: "once",
    claims: adminWriteClaims,
    summary: "Archive a horse, or restore it to the reserve",
    refuses: ["HORSE_NOT_FOUND", "HORSE_COUNT"],
    params: ofHorse,
    body: z.object({ ...adminBody, archived: z.boolean({ error: "must be true or false" }) }),
    reply: z.object({ horse, changed }),
  }),
  deleteHorse: endpoint({
    method: "DELETE",
    path: "/admin/horses/:id",
    access: "admin",
    stepUp: "once",
    claims: adminReadClaims,
    summary: "Delete a horse that was in no race",
    refuses: ["HORSE_NOT_FOUND", "HORSE_COUNT", "HORSE_RAN"],
    params: ofHorse,
    query: z.object(adminQuery),
    reply: z.object({ id: numericId }),
  }),
  listAllRaces: endpoint({
    method: "GET",
    path: "/admin/races",
    access: "admin",
    claims: adminReadClaims,
    summary:
      "All races, newest first; `search` is a race's id or number, or the wallet of a player who bet in it",
    query: z.object({ ...adminQuery, ...adminList(raceOrders) }),
    reply: z.object({ races: z.array(adminRace), nextCursor }),
  }),
  getRaceDetails: endpoint({
    method: "GET",
    path: "/admin/race/:id",
    access: "admin",
    claims: adminReadClaims,
    summary: "One race with its bets and the totals on each horse",
    refuses: ["RACE_NOT_FOUND"],
    params: z.object({ id: raceId }),
    query: z.object({ ...adminQuery, ...adminList(raceBetOrders) }),
    reply: z.object({
      race: adminRace,
      /** One page of the race's bets, newest first or as `sort` says; `search` leaves those of a player or one bet. */
      bets: z.array(raceBet),
      horses: z.array(horseSummary),
      winningHorse,
      nextCursor,
    }),
  }),
  previewRaceRefund: endpoint({
    method: "GET",
    path: "/admin/race/:id/refund",
    access: "admin",
    claims: adminReadClaims,
    summary: "What a refund of the race would amount to now; nothing is refunded",
    refuses: ["RACE_NOT_FOUND", "RACE_REFUNDED", "RACE_DECIDED", "REFUND_TOO_LATE", "NOTHING_TO_REFUND"],
    params: z.object({ id: raceId }),
    query: z.object(adminQuery),
    reply: z.object({
      /** Bets that go back, one for each player: of a settled race only those that lost. */
      bets: z.int(),
      /** To the players' balances. */
      stakes: sol,
      /** What comes back to the house; zero for a settled race. */
      jackpot: sol,
      /** Null, as `equityAfter`, for play money. */
      equity: z.nullable(signedSol),
      equityAfter: z.nullable(signedSol),
      /** What equity lacks to pay the stakes of a settled race. */
      missing: sol,
    }),
  }),
  refundBet: endpoint({
    method: "POST",
    path: "/admin/refund-bet",
    access: "admin",
    movesMoney: true,
    claims: adminWriteClaims,
    summary: "Return one bet to its player's balance",
    refuses: [
      "BET_NOT_FOUND",
      "BET_REFUNDED",
      "RACE_REFUNDED",
      "BET_LOCKED",
      "BET_WON",
      "REFUND_NOT_COVERED",
      "APPROVALS_FULL",
      "NO_SECOND_ADMIN",
    ],
    body: z.object({ ...adminBody, betId, reason }),
    reply: z.object({ bet: raceBet, approval: z.nullable(approval) }),
  }),
  refundRace: endpoint({
    method: "POST",
    path: "/admin/refund-race",
    access: "admin",
    movesMoney: true,
    claims: adminWriteClaims,
    summary:
      "Return every bet of a race to its player's balance, of a settled race those that lost; cannot be undone",
    refuses: [
      "RACE_NOT_FOUND",
      "RACE_REFUNDED",
      "RACE_DECIDED",
      "NOTHING_TO_REFUND",
      "REFUND_NOT_COVERED",
      "REFUND_TOO_LATE",
      "APPROVALS_FULL",
      "NO_SECOND_ADMIN",
    ],
    body: z.object({ ...adminBody, raceId, reason }),
    /** Nothing is refunded yet while it waits for another admin. */
    reply: z.object({
      race: adminRace,
      refundedBets: z.int(),
      refundedAmount: sol,
      approval: z.nullable(approval),
    }),
  }),
};
