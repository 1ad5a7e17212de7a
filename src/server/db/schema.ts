import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { type Lamports, lamports as brand } from "../../domain/lamports.ts";

const lamports = customType<{ data: Lamports; driverData: string | bigint }>({
  dataType: () => "bigint",
  toDriver: (value) => value.toString(),
  fromDriver: (value) => brand(BigInt(value)),
});
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });
const slot = (name: string) => bigint(name, { mode: "bigint" });

// ---------------------------------------------------------------- settings and people

export const settings = pgTable("settings", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by"),
});

export const users = pgTable("users", {
  wallet: text("wallet").primaryKey(),
  username: text("username").notNull(),
  referrer: text("referrer"),
  isStreamer: boolean("is_streamer").notNull().default(false),
  isPartner: boolean("is_partner").notNull().default(false),
  isChatModerator: boolean("is_chat_moderator").notNull().default(false),
  streamerPrivacyEnabled: boolean("streamer_privacy_enabled").notNull().default(true),
  currentWinStreak: integer("current_win_streak").notNull().default(0),
  createdAt: instant("created_at").notNull(),
});

/** Every name ever taken, by its look-alike skeleton: an old name stays its owner's (rule USERNAME-3). */
export const usernames = pgTable("usernames", {
  skeleton: text("skeleton").primaryKey(),
  username: text("username").notNull(),
  wallet: text("wallet").notNull(),
  takenAt: instant("taken_at").notNull(),
});

export const admins = pgTable("admins", {
  wallet: text("wallet").primaryKey(),
  appointedBy: text("appointed_by").notNull(),
  appointedAt: instant("appointed_at").notNull(),
});

export const restrictions = pgTable(
  "restrictions",
  {
    id: text("id").primaryKey(),
    wallet: text("wallet").notNull(),
    kind: text("kind", { enum: ["mute", "ban"] }).notNull(),
    until: instant("until").notNull(),
    reason: text("reason"),
    imposedBy: text("imposed_by").notNull(),
    imposedAt: instant("imposed_at").notNull(),
    liftedAt: instant("lifted_at"),
  },
  (t) => [index("restrictions_by_wallet").on(t.wallet, t.until)],
);

export const betPresets = pgTable("bet_presets", {
  wallet: text("wallet").primaryKey(),
  /** Four decimal lamport strings. */
  amounts: jsonb("amounts").$type<readonly string[]>().notNull(),
});

export const auditLog = pgTable("audit_log", {
  id: bigserial("id", { mode: "number" }).primaryKey(),
  at: instant("at").notNull(),
  actor: text("actor").notNull(),
  action: text("action").notNull(),
  subject: text("subject"),
  detail: jsonb("detail"),
});

export const notifications = pgTable(
  "notifications",
  {
    id: text("id").primaryKey(),
    wallet: text("wallet").notNull(),
    type: text("type").notNull(),
    title: text("title").notNull(),
    body: text("body"),
    createdAt: instant("created_at").notNull(),
    readAt: instant("read_at"),
    clearedAt: instant("cleared_at"),
  },
  (t) => [index("notifications_by_wallet").on(t.wallet, t.createdAt)],
);

// ---------------------------------------------------------------- identity

export const signInNonces = pgTable("sign_in_nonces", {
  nonce: text("nonce").primaryKey(),
  /** SHA-256 of the short cookie of the browser that asked. */
  browserHash: text("browser_hash").notNull(),
  /** The exact input that the message must be rebuilt from. */
  input: jsonb("input").notNull(),
  expiresAt: instant("expires_at").notNull(),
  usedAt: instant("used_at"),
});

export const sessions = pgTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    wallet: text("wallet").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (t) => [index("sessions_by_wallet").on(t.wallet)],
);

// ---------------------------------------------------------------- horses and races

export const horses = pgTable("horses", {
  id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
  name: text("name").notNull(),
  color: text("color").notNull(),
  description: text("description").notNull().default(""),
  createdAt: instant("created_at").notNull(),
  /** Its record, moved on by each settlement; counting the history anew would take ever longer. */
  racesRun: integer("races_run").notNull().default(0),
  racesWon: integer("races_won").notNull().default(0),
  betsTaken: bigint("bets_taken", { mode: "number" }).notNull().default(0),
});

export const seedChains = pgTable("seed_chains", {
  id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
  /** Published end of the chain: seed 0, 64 hex characters. */
  tip: text("tip").notNull().unique(),
  length: integer("length").notNull(),
  /** Index of the last seed given to a race; seeds are 1..length. */
  consumed: integer("consumed").notNull().default(0),
  /** The secret root (seed `length`), sealed by the seed key, base64. */
  sealedRoot: text("sealed_root").notNull(),
  anchorPaymentId: text("anchor_payment_id"),
  createdAt: instant("created_at").notNull(),
});

export const raceStatuses = ["pending", "countdown", "active", "completed", "refunded"] as const;

export const races = pgTable(
  "races",
  {
    id: text("id").primaryKey(),
    /** Creation order without gaps; the id is made from it. */
    number: bigint("number", { mode: "number" }).notNull().unique(),
    status: text("status", { enum: raceStatuses }).notNull(),
    raceType: text("race_type", { enum: ["classic", "sprint", "endurance"] }).notNull(),
    isSpecial: boolean("is_special").notNull().default(false),
    /** `play` in testing mode: play money in its own ledger. */
    ledger: text("ledger", { enum: ["real", "play"] }).notNull(),
    /** Settings frozen at creation, as the domain's RaceSettings; hashed into the commitment. */
    settings: jsonb("settings").notNull(),
    settingsHash: text("settings_hash").notNull(),
    jackpot: lamports("jackpot").notNull(),
    outcomeEntropy: text("outcome_entropy", { enum: ["beacon", "sealed"] }).notNull(),
    seedChainId: integer("seed_chain_id").notNull(),
    seedIndex: integer("seed_index").notNull(),
    serverSeedHash: text("server_seed_hash").notNull(),
    /** n, shown before the race; the final nonce appends the beacon's blockhash. */
    nonce: text("nonce").notNull(),
    commitPaymentId: text("commit_payment_id"),
    resultPaymentId: text("result_payment_id"),
    createdAt: instant("created_at").notNull(),
    /** Set once the commitment is confirmed on chain; no bet before it. */
    bettingOpensAt: instant("betting_opens_at"),
    countdownStartedAt: instant("countdown_started_at"),
    closesAt: instant("closes_at"),
    lockedAt: instant("locked_at"),
    /** Slot announced at the lock. */
    beaconSlot: slot("beacon_slot"),
    beaconBlockSlot: slot("beacon_block_slot"),
    beaconBlockhash: text("beacon_blockhash"),
    startsAt: instant("starts_at"),
    /** Shapes the motion, tells nothing of the winner; set at the start. */
    motionSeed: text("motion_seed"),
    revealedAt: instant("revealed_at"),
    completedAt: instant("completed_at"),
    settledAt: instant("settled_at"),
    refundedAt: instant("refunded_at"),
    refundReason: text("refund_reason"),
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
    /** 1 to 6, the lane and the number that fairness yields. */
    number: smallint("number").notNull(),
    horseId: integer("horse_id").notNull(),
    name: text("name").notNull(),
    color: text("color").notNull(),
  },
  (t) => [primaryKey({ columns: [t.raceId, t.number] }), index("race_horses_by_horse").on(t.horseId)],
);

export const specialRaces = pgTable("special_races", {
  id: text("id").primaryKey(),
  raceType: text("race_type", { enum: ["classic", "sprint", "endurance"] }).notNull(),
  houseEdgeBps: integer("house_edge_bps").notNull(),
  jackpot: lamports("jackpot").notNull(),
  minBets: integer("min_bets").notNull(),
  countdownMs: integer("countdown_ms").notNull(),
  requestedBy: text("requested_by").notNull(),
  requestedAt: instant("requested_at").notNull(),
  /** The race it became. */
  raceId: text("race_id"),
});

// ---------------------------------------------------------------- bets and deposits

/** `credited`: paid, but no bet; the money is on the payer's balance. `expired`: never paid. */
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
    ledger: text("ledger", { enum: ["real", "play"] }).notNull(),
    status: text("status", { enum: betStatuses }).notNull(),
    result: text("result", { enum: ["win", "loss", "refunded"] }),
    payout: lamports("payout"),
    /** This bet's share of the race's fee, for commission and streak. */
    fee: lamports("fee"),
    /** base64 of the unsigned v0 message that was handed out; null for play money. */
    message: text("message"),
    lastValidBlockHeight: slot("last_valid_block_height"),
    preparedAt: instant("prepared_at").notNull(),
    signature: text("signature").unique(),
    paymentSlot: slot("payment_slot"),
    confirmedAt: instant("confirmed_at"),
    /** The payment was seen finalized. */
    finalizedAt: instant("finalized_at"),
    settledAt: instant("settled_at"),
  },
  (t) => [
    uniqueIndex("one_live_bet")
      .on(t.raceId, t.wallet)
      .where(sql`status = 'confirmed' and (result is null or result <> 'refunded')`),
    index("bets_by_race").on(t.raceId, t.status),
    index("bets_by_wallet").on(t.wallet, t.preparedAt),
    index("bets_prepared")
      .on(t.lastValidBlockHeight)
      .where(sql`status = 'prepared'`),
  ],
);

/** One row for each inbound transaction of a house deposit wallet: a signature counts once, ever (MONEY). */
export const deposits = pgTable(
  "deposits",
  {
    signature: text("signature").primaryKey(),
    houseAddress: text("house_address").notNull(),
    payer: text("payer").notNull(),
    lamports: lamports("lamports").notNull(),
    slot: slot("slot").notNull(),
    /** bet: became a bet. credit: on the payer's balance. funding: the house's own. void: dropped by a fork. */
    outcome: text("outcome", { enum: ["bet", "credit", "funding", "void"] }).notNull(),
    reason: text("reason"),
    betId: text("bet_id"),
    seenAt: instant("seen_at").notNull(),
    finalizedAt: instant("finalized_at"),
  },
  (t) => [
    index("deposits_not_final")
      .on(t.slot)
      .where(sql`finalized_at is null and outcome <> 'void'`),
    index("deposits_by_finality").on(t.finalizedAt),
    index("deposits_by_slot").on(t.slot),
  ],
);

/** How far the watcher has read each house wallet's history. */
export const depositCursors = pgTable("deposit_cursors", {
  address: text("address").primaryKey(),
  lastSignature: text("last_signature"),
});

// ---------------------------------------------------------------- ledger

/** The balance of each account: the sum of its entries, kept by the database with every entry (rule INV-3). */
export const ledgerAccounts = pgTable(
  "ledger_accounts",
  {
    account: text("account").primaryKey(),
    balance: lamports("balance")
      .notNull()
      .default(sql`0`),
  },
  (t) => [
    index("ledger_accounts_in_use")
      .on(t.account)
      .where(sql`balance <> 0`),
  ],
);

export const ledgerPostings = pgTable("ledger_postings", {
  id: bigserial("id", { mode: "bigint" }).primaryKey(),
  /** Idempotency key: what happened, e.g. `bet:<id>`, `settle:<race id>`. */
  reference: text("reference").notNull().unique(),
  kind: text("kind").notNull(),
  ledger: text("ledger", { enum: ["real", "play"] }).notNull(),
  raceId: text("race_id"),
  createdAt: instant("created_at").notNull(),
});

export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: bigserial("id", { mode: "bigint" }).primaryKey(),
    postingId: bigint("posting_id", { mode: "bigint" })
      .notNull()
      .references(() => ledgerPostings.id),
    account: text("account").notNull(),
    /** Positive is a credit, negative a debit. */
    lamports: lamports("lamports").notNull(),
  },
  (t) => [
    // Holds the amount too, so that the whole ledger is summed from the index alone.
    index("ledger_entries_by_account").on(t.account, t.lamports),
    index("ledger_entries_by_posting").on(t.postingId),
  ],
);

// ---------------------------------------------------------------- outgoing payments

export const paymentKinds = ["payout", "withdrawal", "referral", "sweep", "manual", "anchor"] as const;

/**
 * pending: nothing signed yet. sent: an attempt may land. unknown: the chain cannot tell us yet.
 * completed: finalized on chain. failed: landed with an error. cancelled: never sent.
 */
export const paymentStatuses = ["pending", "sent", "unknown", "completed", "failed", "cancelled"] as const;

export const payments = pgTable(
  "payments",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: paymentKinds }).notNull(),
    status: text("status", { enum: paymentStatuses }).notNull(),
    source: text("source", { enum: ["deposit", "hot", "treasury"] }).notNull(),
    /** Null for an anchor, which moves nothing. */
    destination: text("destination"),
    lamports: lamports("lamports").notNull(),
    memo: text("memo").notNull(),
    /** The player paid, where there is one. */
    wallet: text("wallet"),
    raceId: text("race_id"),
    betId: text("bet_id"),
    reason: text("reason"),
    createdAt: instant("created_at").notNull(),
    /** First seen confirmed. */
    confirmedAt: instant("confirmed_at"),
    processedAt: instant("processed_at"),
    signature: text("signature"),
    networkFee: lamports("network_fee"),
    error: text("error"),
    retries: integer("retries").notNull().default(0),
  },
  (t) => [
    index("payments_open")
      .on(t.createdAt)
      .where(sql`status in ('pending', 'sent', 'unknown')`),
    index("payments_by_end").on(t.processedAt),
    index("payments_by_wallet").on(t.wallet),
    index("payments_by_race").on(t.raceId),
  ],
);

/** Signed bytes, stored before they are first sent; sent again unchanged until they cannot land. */
export const paymentAttempts = pgTable(
  "payment_attempts",
  {
    signature: text("signature").primaryKey(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    /** base64 of the signed transaction. */
    wire: text("wire").notNull(),
    lastValidBlockHeight: slot("last_valid_block_height").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("payment_attempts_by_payment").on(t.paymentId)],
);

// ---------------------------------------------------------------- house wallets and leadership

/** One row: how the data key is wrapped by the master password. */
export const houseVault = pgTable("house_vault", {
  id: integer("id").primaryKey(),
  salt: text("salt").notNull(),
  argon2: jsonb("argon2").notNull(),
  wrappedKey: text("wrapped_key").notNull(),
  createdAt: instant("created_at").notNull(),
});

export const houseWallets = pgTable("house_wallets", {
  address: text("address").primaryKey(),
  kind: text("kind", { enum: ["deposit", "hot", "treasury"] }).notNull(),
  /** AES-256-GCM over the private key with the address as associated data, base64. */
  sealedKey: text("sealed_key").notNull(),
  isActive: boolean("is_active").notNull().default(true),
  createdAt: instant("created_at").notNull(),
});

export const leases = pgTable("leases", {
  name: text("name").primaryKey(),
  holder: text("holder").notNull(),
  /** Fencing token: grows each time the lease changes hands. */
  token: bigint("token", { mode: "bigint" }).notNull(),
  /** Where the holder can be reached, if others forward to it. */
  address: text("address"),
  expiresAt: timestamp("expires_at", { withTimezone: true, mode: "date" }).notNull(),
});

// ---------------------------------------------------------------- embedded chain (local mode only)

export const localChain = pgTable("local_chain", {
  id: integer("id").primaryKey(),
  genesisHash: text("genesis_hash").notNull(),
  /** Feeds the blockhashes; base64. */
  secret: text("secret").notNull(),
  faucetKey: text("faucet_key").notNull(),
  startedAt: instant("started_at").notNull(),
  slotMs: integer("slot_ms").notNull(),
});

export const localChainAccounts = pgTable("local_chain_accounts", {
  address: text("address").primaryKey(),
  lamports: lamports("lamports").notNull(),
  owner: text("owner").notNull(),
  /** base64 */
  data: text("data").notNull(),
  executable: boolean("executable").notNull(),
});

export const localChainTransactions = pgTable(
  "local_chain_transactions",
  {
    signature: text("signature").primaryKey(),
    slot: slot("slot").notNull(),
    /** Place within the block. */
    position: integer("position").notNull(),
    /** What the RPC reports of it; see the embedded chain's record. */
    record: jsonb("record").notNull(),
  },
  (t) => [index("local_chain_transactions_by_slot").on(t.slot, t.position)],
);

/** Which transactions name an address, so that its history is read without scanning every block. */
export const localChainSignatures = pgTable(
  "local_chain_signatures",
  {
    address: text("address").notNull(),
    slot: slot("slot").notNull(),
    position: integer("position").notNull(),
    signature: text("signature").notNull(),
  },
  (t) => [primaryKey({ columns: [t.address, t.slot, t.position] })],
);
