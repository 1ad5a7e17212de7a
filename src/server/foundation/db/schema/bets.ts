import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { ledgers } from "../../../../domain/ledger.ts";
import { repeatEnds, repeatHorses, repeatPauses } from "../../../../domain/repeat.ts";
import { stakeSources } from "../../../../contract/bets/stake-source.ts";
import { betResults } from "../../../../domain/settlement.ts";
import { instant, lamports, slot } from "./columns.ts";
import { races } from "./races.ts";

/** `credited`: paid, but not a bet; the money is on the payer's balance. `expired`: never paid. */
export const betStatuses = ["prepared", "confirmed", "credited", "expired"] as const;

export const bets = pgTable(
  "bets",
  {
    id: text("id").primaryKey(),
    raceId: text("race_id")
      .notNull()
      .references(() => races.id),
    wallet: text("wallet").notNull(),
    horseNumber: smallint("horse_number").notNull(),
    horseId: integer("horse_id").notNull(),
    stake: lamports("stake").notNull(),
    ledger: text("ledger", { enum: ledgers }).notNull(),
    source: text("source", { enum: stakeSources }).notNull().default("wallet"),
    /** The repeat that placed it; null for a manual bet. */
    repeatId: text("repeat_id").references((): AnyPgColumn => betRepeats.id),
    status: text("status", { enum: betStatuses }).notNull(),
    result: text("result", { enum: betResults }),
    payout: lamports("payout"),
    /** This bet's share of the race's fee, for commission and streak. */
    fee: lamports("fee"),
    /** Opens the commitment in its memo, 64 hex digits (rule BET-13). */
    salt: text("salt").notNull(),
    /** base64 of the unsigned message that was handed out; null for play money. */
    message: text("message"),
    /** Of its payment; null where nothing was to be paid (rule BET-13). */
    memo: text("memo").unique(),
    /** The deposit wallet that it was to be paid to; null where nothing was to be paid. */
    depositAddress: text("deposit_address"),
    lastValidBlockHeight: slot("last_valid_block_height"),
    preparedAt: instant("prepared_at").notNull(),
    signature: text("signature").unique(),
    paymentSlot: slot("payment_slot"),
    confirmedAt: instant("confirmed_at"),
    /** When its race was settled with it, or when it was given back individually before. */
    settledAt: instant("settled_at"),
  },
  (t) => [
    // A stake from the balance is real money, was never a payment, and stays what it was.
    check(
      "balance_bet",
      sql`${t.source} = 'wallet'
        or (${t.ledger} = 'real' and ${t.message} is null and ${t.signature} is null and ${t.status} = 'confirmed')`,
    ),
    check("paid_bet", sql`(${t.memo} is null) = (${t.depositAddress} is null)`),
    check("repeated_bet", sql`${t.repeatId} is null or ${t.source} = 'balance'`),
    uniqueIndex("one_live_bet")
      .on(t.raceId, t.wallet)
      .where(sql`status = 'confirmed' and (result is null or result <> 'refunded')`),
    // A repeat bets once per race, even if that bet has been refunded since (rule BET-15).
    uniqueIndex("bet_of_repeat")
      .on(t.repeatId, t.raceId)
      .where(sql`repeat_id is not null`),
    index("bets_by_race").on(t.raceId, t.status),
    // Finds the newest bets of a race, and those of its last seconds, without reading the others.
    index("bets_by_confirmation")
      .on(t.raceId, t.confirmedAt, t.id)
      .where(sql`status = 'confirmed'`),
    index("bets_by_wallet").on(t.wallet, t.preparedAt),
    // What a player has bet in the last day and week (rule BET-16).
    index("bets_by_wallet_confirmation")
      .on(t.wallet, t.confirmedAt)
      .where(sql`status = 'confirmed'`),
    index("bets_prepared")
      .on(t.lastValidBlockHeight)
      .where(sql`status = 'prepared'`),
    // Those that were never paid and are deleted (rule GROWTH-2).
    index("bets_expired")
      .on(t.preparedAt)
      .where(sql`status = 'expired'`),
  ],
);

/** A player's order to place the same balance bet in the coming races (rule BET-15). */
export const betRepeats = pgTable(
  "bet_repeats",
  {
    id: text("id").primaryKey(),
    wallet: text("wallet").notNull(),
    horse: text("horse", { enum: repeatHorses }).notNull(),
    /** Set only for `chosen`. */
    horseId: integer("horse_id"),
    stake: lamports("stake").notNull(),
    races: smallint("races").notNull(),
    stopAtLoss: lamports("stop_at_loss").notNull(),
    /** The race whose terms the player agreed to: later races may not be worse. */
    termsRaceId: text("terms_race_id")
      .notNull()
      .references(() => races.id),
    /** Why it places no bets until its player resumes it; null unless it is paused. */
    pauseReason: text("pause_reason", { enum: repeatPauses }),
    /** The player confirmed large balance bets for it (rule BALANCE-1). */
    isSteppedUp: boolean("is_stepped_up").notNull().default(false),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
    endReason: text("end_reason", { enum: repeatEnds }),
  },
  (t) => [
    check(
      "repeat_bounds",
      sql`${t.races} between 1 and 50 and ${t.stake} > 0 and ${t.stopAtLoss} >= ${t.stake}
        and (${t.horse} = 'chosen') = (${t.horseId} is not null) and (${t.endedAt} is null) = (${t.endReason} is null)`,
    ),
    uniqueIndex("one_running_repeat")
      .on(t.wallet)
      .where(sql`ended_at is null`),
    index("bet_repeats_by_wallet").on(t.wallet, t.startedAt),
    index("bet_repeats_by_end").on(t.endedAt),
  ],
);

/** Payments into the balance that players may make; deleted when they can no longer land (rule BET-22). */
export const preparedDeposits = pgTable(
  "prepared_deposits",
  {
    id: text("id").primaryKey(),
    wallet: text("wallet").notNull(),
    lamports: lamports("lamports").notNull(),
    depositAddress: text("deposit_address").notNull(),
    /** Of the transaction that was handed out. */
    blockhash: text("blockhash").notNull(),
    lastValidBlockHeight: slot("last_valid_block_height").notNull(),
    preparedAt: instant("prepared_at").notNull(),
  },
  (t) => [index("prepared_deposits_by_wallet").on(t.wallet, t.preparedAt)],
);

/**
 * Players' payments that the server sent; deleted once they have landed, or some minutes after they did not (rule
 * LIMITS-42).
 */
export const sentPayments = pgTable(
  "sent_payments",
  {
    /** The bet or the prepared deposit that it pays for. */
    paymentId: text("payment_id").primaryKey(),
    wallet: text("wallet").notNull(),
    signature: text("signature").notNull(),
    lastValidBlockHeight: slot("last_valid_block_height").notNull(),
    /** When it was found not to have landed; null until then. */
    droppedAt: instant("dropped_at"),
  },
  (t) => [
    index("sent_payments_dropped")
      .on(t.wallet)
      .where(sql`dropped_at is not null`),
  ],
);

/** bet: became a bet. credit: on the payer's balance. funding: the house's own. */
export const depositOutcomes = ["bet", "credit", "funding"] as const;

/** One row per inbound transaction of a house deposit wallet: a signature counts once, ever (MONEY). */
export const deposits = pgTable(
  "deposits",
  {
    signature: text("signature").primaryKey(),
    houseAddress: text("house_address").notNull(),
    payer: text("payer").notNull(),
    lamports: lamports("lamports").notNull(),
    slot: slot("slot").notNull(),
    outcome: text("outcome", { enum: depositOutcomes }).notNull(),
    reason: text("reason"),
    betId: text("bet_id"),
    seenAt: instant("seen_at").notNull(),
  },
  (t) => [
    index("deposits_by_slot").on(t.slot),
    index("deposits_by_time").on(t.seenAt, t.signature),
    index("deposits_by_payer").on(t.payer, t.seenAt, t.signature),
  ],
);

/** How far the watcher has read each house wallet's history. */
export const depositCursors = pgTable("deposit_cursors", {
  address: text("address").primaryKey(),
  lastSignature: text("last_signature"),
});
