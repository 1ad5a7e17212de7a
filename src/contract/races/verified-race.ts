import * as z from "zod/mini";
import { outcomeEntropies, raceStatuses } from "../../domain/race-terms.ts";
import { betResults } from "../../domain/settlement.ts";
import {
  betId,
  hex64,
  instant,
  lamportsText,
  numericId,
  raceId,
  rowId,
  signature,
  slot,
  wallet,
} from "../wire/codecs.ts";
import { payoutStatuses } from "../payouts/wallet.ts";
import { beacon, horseNumber, merklePath, places } from "./race-shape.ts";

/** A bet that is part of its race's settlement. */
export const settledBet = z.object({
  id: betId,
  /** Null, as is the signature, for a streamer who hides figures (rule FAIR-17). */
  user_wallet: z.nullable(wallet),
  horse_number: horseNumber,
  horse_id: numericId,
  stake: lamportsText,
  /** Opens the commitment in the bet's memo (rule BET-13). Null for a streamer who hides figures. */
  salt: z.nullable(hex64),
  /** Credited at settlement: the win, or the stake of a refunded bet. */
  payout: lamportsText,
  fee: lamportsText,
  result: z.enum(betResults),
  /** Given back after the race was paid: the stake, or zero. */
  refunded: lamportsText,
  /** Signature of the incoming payment; null for play money too. */
  signature: z.nullable(signature),
});

export const racePayout = z.object({
  id: rowId,
  /** Null, as is the signature, for a streamer who hides figures. */
  user_wallet: z.nullable(wallet),
  lamports: lamportsText,
  status: z.enum(payoutStatuses),
  signature: z.nullable(signature),
});

/**
 * The books of one race, in lamport strings: stakes + jackpot = fee + payouts + remainder, or = refunds + jackpot. What
 * was settled stays here if it is refunded later; `refundedAt` then says when, and each bet what was given back.
 */
export const raceSettlement = z.object({
  kind: z.enum(["paid", "refunded"]),
  pool: lamportsText,
  jackpot: lamportsText,
  fee: lamportsText,
  /** pool − fee + jackpot; zero when refunded. */
  net: lamportsText,
  remainder: lamportsText,
  /** When the whole race was refunded after it was paid; null if it was not. */
  refundedAt: z.nullable(instant),
  bets: z.array(settledBet),
  /** Outgoing transfers that this race caused. */
  payouts: z.array(racePayout),
});

/** A bet as it was locked at the close. */
export const lockedBet = z.object({
  id: betId,
  /** SHA-256 of `wallet:{wallet}:{salt}`. */
  wallet_hash: hex64,
  horse_number: horseNumber,
  stake: lamportsText,
  path: merklePath,
});

/** The bets of a race at its close, in the order of their leaves: by id. */
const lockedBets = z.object({
  pool: lamportsText,
  bets: z.array(lockedBet),
});

/** The memo that anchored an entry of the public log first. */
export const logAnchor = {
  /** The memo: origin, size and root of the log, in three lines. */
  checkpoint: z.string(),
  /** The key that signed and paid for it, which the log's first entry names. */
  notary: z.string(),
  signature,
  slot,
};

/** An entry of the public log, and the neighbours that lead from it to the root of the checkpoint that anchored it. */
const loggedEntry = z.object({ text: z.string(), path: merklePath });

/** What ties a race to the memo that anchored its commitment: the log's first entry, which names the notary, and its own. */
export const loggedCommit = { opening: loggedEntry, commitment: loggedEntry };

/** Everything needed to check a race, once it is over. */
export const verifiedRace = z.object({
  id: raceId,
  status: z.enum(raceStatuses),
  server_seed: hex64,
  server_seed_hash: hex64,
  /** The final nonce: the verifier's third field. */
  nonce: z.string(),
  /** Number of the winner, 1 to 6; null if the race was refunded. */
  winning_horse: z.nullable(horseNumber),
  winning_horse_id: z.nullable(numericId),
  places: z.nullable(places),
  entropy: z.enum(outcomeEntropies),
  beacon: z.nullable(beacon),
  /** Number, id and name of each horse, in the order of their numbers. */
  horses: z.array(z.object({ number: horseNumber, id: numericId, name: z.string() })),
  /** The settings as frozen into the race, in their stored form (rule FAIR-30). */
  settings: z.looseObject({ houseEdgeBps: z.int() }),
  /** Its place in the published chain of seeds: SHA-256 of this seed is the previous seed. */
  seed_chain: z.object({
    tip: hex64,
    index: z.int(),
    /** Length of the whole chain. */
    length: z.int(),
    /** Signature of the memo that published the tip. */
    anchor: z.nullable(signature),
  }),
  /** Indices of its entries in the public log whose origin `anchors.commit` names. */
  entries: z.object({ commit: z.int() }),
  /** The wallet that sends the lock memo, as the `commit` entry names it; null for play money. */
  lock_wallet: z.nullable(z.string()),
  /** The two entries in the tree of `anchors.commit`; null while that is. */
  logged: z.nullable(z.object(loggedCommit)),
  /** What is on the chain about it. */
  anchors: z.object({
    commit: z.nullable(z.object(logAnchor)),
    lock: z.nullable(signature),
    result: z.nullable(signature),
  }),
  /**
   * Root of the Merkle tree over all bets as they were when betting closed, which the lock memo carries (rule FAIR-16).
   * Null for a race without such a memo: refunded before its close or in play money.
   */
  betsRoot: z.nullable(hex64),
  /** The bets that the root is computed from. Null if there is no root. */
  lockedBets: z.nullable(lockedBets),
  /** Null between the finish and the settlement. */
  settlement: z.nullable(raceSettlement),
});
