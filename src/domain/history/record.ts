import { DAY_MS } from "../day-length.ts";
import { ledgers } from "../ledger.ts";
import { HORSE_COUNT } from "../horse-count.ts";
import { networks } from "../networks.ts";
import { outcomeEntropies, raceStatuses, raceTypes } from "../race-terms.ts";
import { betResults } from "../settlement.ts";
import {
  type Read,
  type Shape,
  type ValueOf,
  anyFields,
  fields,
  flag,
  instant,
  lamports,
  list,
  nullable,
  oneKindOf,
  oneOf,
  readJson,
  text,
  whole,
} from "./shape.ts";

/*
 * The lines of the public export, as far as they are checked, as `docs/fairness.md` describes them. Amounts become
 * bigints, moments epoch milliseconds.
 */

const hex64 = text(/^[0-9a-f]{64}$/);
const id = text(/^[0-9a-z-]{1,64}$/);
/** Base58 of 64 bytes: a transaction, or what a wallet signed. */
const signature = text(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
const horseNumber = whole(1, HORSE_COUNT);
const day = text(/^\d{4}-\d\d-\d\d$/);
const network = oneOf(...networks);

const settledBet = fields({
  id,
  /** Null, as are salt and signature, for a player who hides figures. */
  user_wallet: nullable(text()),
  horse_number: horseNumber,
  stake: lamports,
  salt: nullable(hex64),
  payout: lamports,
  fee: lamports,
  result: oneOf(...betResults),
  /** Given back after the race was paid: the stake, or zero. */
  refunded: lamports,
  signature: nullable(signature),
  placed_at: instant,
});

const lockedBet = fields({
  id,
  wallet_hash: hex64,
  horse_number: horseNumber,
  stake: lamports,
});

const settlement = fields({
  kind: oneOf("paid", "refunded"),
  pool: lamports,
  jackpot: lamports,
  fee: lamports,
  net: lamports,
  remainder: lamports,
  refundedAt: nullable(instant),
  bets: list(settledBet),
});

/** Stays text, as it is stored. */
const amount = text(/^(?:0|[1-9]\d{0,18})$/);
const frozen = fields({
  houseEdgeBps: whole(0, 10_000),
  durationMs: whole(0, DAY_MS),
  minBet: amount,
  maxBet: amount,
});

/** The settings as they are stored. */
const settings: Shape<Readonly<Record<string, unknown>>> = (json, path) => ({
  ...anyFields(json, path),
  ...frozen(json, path),
});

const race = fields({
  id,
  number: whole(1),
  status: oneOf(...raceStatuses),
  race_type: oneOf(...raceTypes),
  is_special: flag,
  ledger: oneOf(...ledgers),
  horses: list(fields({ number: horseNumber, id: whole(0), name: text() })),
  server_seed: hex64,
  server_seed_hash: hex64,
  base_nonce: text(),
  nonce: text(),
  winning_horse: nullable(horseNumber),
  places: nullable(list(horseNumber)),
  motion_seed: nullable(text(/^[0-9a-f]{32}$/)),
  entropy: oneOf(...outcomeEntropies),
  beacon: nullable(
    fields({ announcedSlot: whole(0), slot: nullable(whole(0)), blockhash: nullable(text()) }),
  ),
  settings,
  seed_chain: fields({ tip: hex64, index: whole(0), length: whole(1), anchor: nullable(signature) }),
  entries: fields({ commit: whole(0) }),
  lock_wallet: nullable(text()),
  anchors: fields({
    commit: nullable(fields({ checkpoint: text(), notary: text(), signature, slot: whole(0) })),
    lock: nullable(signature),
    result: nullable(signature),
  }),
  betsRoot: nullable(hex64),
  lockedBets: nullable(fields({ pool: lamports, bets: list(lockedBet) })),
  settlement,
  times: fields({
    created: instant,
    opened: nullable(instant),
    closes: nullable(instant),
    locked: nullable(instant),
    starts: nullable(instant),
    revealed: nullable(instant),
    completed: nullable(instant),
    settled: instant,
    refunded: nullable(instant),
  }),
  refund_reason: nullable(text()),
});

/** A race that is over, as it is in the export. */
export type PublishedRace = ValueOf<typeof race>;

const line = { seq: whole(1), at: instant };

const record = oneKindOf({
  "seed-chain": fields({ ...line, network, tip: hex64, length: whole(1), anchor: signature }),
  race: fields({ ...line, race }),
  payout: fields({
    ...line,
    race: id,
    bet: id,
    payment: text(),
    lamports,
    wallet: nullable(text()),
    signature: nullable(signature),
    outcome: oneOf("paid", "kept"),
  }),
  reversal: fields({
    ...line,
    race: id,
    scope: oneOf("race", "bet"),
    ledger: oneOf(...ledgers),
    bets: list(fields({ id, lamports })),
    rule: nullable(whole(1)),
  }),
  rule: fields({ ...line, row: whole(1), entry: text() }),
  liabilities: fields({
    ...line,
    taken_at: instant,
    root: hex64,
    total: lamports,
    count: whole(0),
    slot: whole(0),
    holdings: list(fields({ address: text(), kind: text(), lamports, signature: nullable(signature) })),
    anchor: signature,
  }),
  day: fields({ ...line, day, sha256: hex64, records: whole(1), anchor: signature }),
});

export type HistoryRecord = ValueOf<typeof record>;
export type RecordOf<Kind extends HistoryRecord["kind"]> = Extract<HistoryRecord, { readonly kind: Kind }>;

/** Reads a line of the export; the path of the first wrong field if it has another form. */
export const readRecord = (lineText: string): Read<HistoryRecord> => readJson(lineText, record);

const header = fields({
  furlong: oneOf("export"),
  version: whole(1, 1),
  network,
  day,
  previous: nullable(hex64),
  first: whole(1),
  records: whole(1),
});

/** The first line of a day's file. */
export type DayHeader = ValueOf<typeof header>;

export const readHeader = (lineText: string): Read<DayHeader> => readJson(lineText, header);
