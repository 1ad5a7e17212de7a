import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { ledgers } from "../../../../domain/ledger.ts";
import { networks } from "../../../../domain/networks.ts";
import { outcomeEntropies, raceStatuses, raceTypes } from "../../../../domain/race-terms.ts";
import { instant, lamports, slot } from "./columns.ts";

export const horses = pgTable(
  "horses",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
    name: text("name").notNull(),
    color: text("color").notNull(),
    description: text("description").notNull().default(""),
    /** The lane it runs in when races are created, 1 to 6; null for the reserve. */
    lane: smallint("lane").unique("one_horse_a_lane"),
    createdAt: instant("created_at").notNull(),
    /** Since when it is kept only for the races that it ran in (rule STABLE-1); null while it can run. */
    archivedAt: instant("archived_at"),
    /** Its record, updated by each settlement; recounting the history would take longer and longer. */
    racesRun: integer("races_run").notNull().default(0),
    racesWon: integer("races_won").notNull().default(0),
    betsTaken: bigint("bets_taken", { mode: "number" }).notNull().default(0),
  },
  (t) => [
    check("lane_of_six", sql`${t.lane} between 1 and 6`),
    check("archived_without_lane", sql`${t.archivedAt} is null or ${t.lane} is null`),
  ],
);

export const seedChains = pgTable("seed_chains", {
  id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
  /** The network on which its end is anchored; its seeds are for races there (rule LIMITS-14). */
  network: text("network", { enum: networks }).notNull(),
  /** Published end of the chain: seed 0, 64 hex characters. */
  tip: text("tip").notNull().unique(),
  length: integer("length").notNull(),
  /** Index of the last seed given to a race; seeds are 1..length. */
  consumed: integer("consumed").notNull().default(0),
  /** Set by the database when a log of the network loses entries: further seeds may be public (rule FAIR-7). */
  isAbandoned: boolean("is_abandoned").notNull().default(false),
  /** The secret root (seed `length`), sealed by the seed key, base64. */
  sealedRoot: text("sealed_root").notNull(),
  anchorPaymentId: text("anchor_payment_id"),
  createdAt: instant("created_at").notNull(),
});

/** Never deleted, like the bets; a guard in the database refuses it (rule FAIR-13). */
export const races = pgTable(
  "races",
  {
    id: text("id").primaryKey(),
    /** Creation order without gaps; the id is derived from it. */
    number: bigint("number", { mode: "number" }).notNull().unique(),
    status: text("status", { enum: raceStatuses }).notNull(),
    raceType: text("race_type", { enum: raceTypes }).notNull(),
    isSpecial: boolean("is_special").notNull().default(false),
    /** `play` in testing mode: play money in its own ledger. */
    ledger: text("ledger", { enum: ledgers }).notNull(),
    /** Settings frozen at creation, as the domain's RaceSettings. */
    settings: jsonb("settings").notNull(),
    /** Where its `commit` entry is: the id of a public log, and the index in it (rule FAIR-12). */
    log: text("log").notNull(),
    commitIndex: bigint("commit_index", { mode: "number" }).notNull(),
    jackpot: lamports("jackpot").notNull(),
    outcomeEntropy: text("outcome_entropy", { enum: outcomeEntropies }).notNull(),
    seedChainId: integer("seed_chain_id").notNull(),
    seedIndex: integer("seed_index").notNull(),
    serverSeedHash: text("server_seed_hash").notNull(),
    /** n, shown before the race; the final nonce appends the beacon's blockhash. */
    nonce: text("nonce").notNull(),
    resultPaymentId: text("result_payment_id"),
    createdAt: instant("created_at").notNull(),
    /** Set once a final memo anchors the `commit` entry; no bets before that. */
    bettingOpensAt: instant("betting_opens_at"),
    countdownStartedAt: instant("countdown_started_at"),
    closesAt: instant("closes_at"),
    lockedAt: instant("locked_at"),
    /**
     * The slot from which the beacon is searched: four after that of the lock memo, or announced at the lock (rule
     * FAIR-15).
     */
    beaconSlot: slot("beacon_slot"),
    beaconBlockSlot: slot("beacon_block_slot"),
    beaconBlockhash: text("beacon_blockhash"),
    startsAt: instant("starts_at"),
    /** Shapes the motion and reveals nothing about the winner; set at the start. */
    motionSeed: text("motion_seed"),
    revealedAt: instant("revealed_at"),
    completedAt: instant("completed_at"),
    settledAt: instant("settled_at"),
    refundedAt: instant("refunded_at"),
    refundReason: text("refund_reason"),
    /** Whether it had been settled before it was refunded; `settled_at` is when (rule MONEY-9). */
    isRefundedLate: boolean("is_refunded_late").notNull().default(false),
    /** Null until the race is over, as is the winner. */
    serverSeed: text("server_seed"),
    winningNumber: smallint("winning_number"),
    /** Set at the reveal. */
    places: jsonb("places").$type<readonly number[]>(),
    pool: lamports("pool"),
    fee: lamports("fee"),
    remainder: lamports("remainder"),
  },
  (t) => [
    // No seed and no winner at rest before the race is over, no places before their reveal.
    check(
      "sealed_until_over",
      sql`${t.status} in ('completed', 'refunded')
        or (${t.serverSeed} is null and ${t.winningNumber} is null and (${t.places} is null or ${t.revealedAt} is not null))`,
    ),
    uniqueIndex("one_open_race")
      .on(sql`(true)`)
      .where(sql`status in ('pending', 'countdown', 'active')`),
    uniqueIndex("one_race_a_seed").on(t.seedChainId, t.seedIndex),
    index("races_unsettled")
      .on(t.number)
      .where(sql`status in ('completed', 'refunded') and settled_at is null`),
  ],
);

export const raceHorses = pgTable(
  "race_horses",
  {
    raceId: text("race_id")
      .notNull()
      .references(() => races.id),
    /** 1 to 6: the lane, and the number that the fair draw yields. */
    number: smallint("number").notNull(),
    horseId: integer("horse_id").notNull(),
    name: text("name").notNull(),
    color: text("color").notNull(),
  },
  (t) => [primaryKey({ columns: [t.raceId, t.number] }), index("race_horses_by_horse").on(t.horseId)],
);

/**
 * The bets of a race as they were when betting closed, which its lock memo commits to. Never changes (rule FAIR-16).
 */
export const raceLocks = pgTable("race_locks", {
  raceId: text("race_id")
    .primaryKey()
    .references(() => races.id),
  /** Root of the Merkle tree over the bets, 64 hex digits. */
  root: text("root").notNull(),
  pool: lamports("pool").notNull(),
  /** In the order of their leaves. */
  betIds: text("bet_ids").array().notNull(),
  /** The anchor that carries the memo. */
  paymentId: text("payment_id").notNull(),
});

/**
 * Live bets and their stakes on each horse of a race, maintained by the database with every bet; for a settled race,
 * the bets that it was settled with, whatever is refunded later.
 */
export const raceTotals = pgTable(
  "race_totals",
  {
    raceId: text("race_id")
      .notNull()
      .references(() => races.id),
    horseNumber: smallint("horse_number").notNull(),
    bets: integer("bets").notNull(),
    stakes: lamports("stakes").notNull(),
  },
  (t) => [primaryKey({ columns: [t.raceId, t.horseNumber] })],
);

/** Races that admins requested. One that became a race can no longer be cancelled, nor the other way round. */
export const specialRaces = pgTable(
  "special_races",
  {
    id: text("id").primaryKey(),
    /** Place in the queue. */
    position: integer("position").notNull(),
    raceType: text("race_type", { enum: raceTypes }).notNull(),
    houseEdgeBps: integer("house_edge_bps").notNull(),
    jackpot: lamports("jackpot").notNull(),
    minBets: integer("min_bets").notNull(),
    countdownMs: integer("countdown_ms").notNull(),
    requestedBy: text("requested_by").notNull(),
    requestedAt: instant("requested_at").notNull(),
    /** The race that it became. */
    raceId: text("race_id").unique(),
    cancelledAt: instant("cancelled_at"),
    cancelledBy: text("cancelled_by"),
  },
  (t) => [
    // Run or cancelled, so that its jackpot has one way to go (rule MONEY-22).
    check("run_or_cancelled", sql`${t.raceId} is null or ${t.cancelledAt} is null`),
    index("special_races_waiting")
      .on(t.position, t.id)
      .where(sql`race_id is null and cancelled_at is null`),
    // Those that no longer wait, of which there are more and more.
    index("special_races_past")
      .on(t.requestedAt, t.id)
      .where(sql`race_id is not null or cancelled_at is not null`),
  ],
);
