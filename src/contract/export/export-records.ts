import * as z from "zod/mini";
import { houseWalletKinds, ledgers } from "../../domain/ledger.ts";
import { raceTypes, refundCauses } from "../../domain/race-terms.ts";
import { motionSeed } from "../races/race-shape.ts";
import { lockedBet, raceSettlement, settledBet, verifiedRace } from "../races/verified-race.ts";
import { networks } from "../../domain/networks.ts";
import {
  betId,
  hex64,
  instant,
  lamportsText,
  raceId,
  rowId,
  signature,
  slot,
  utcDay,
  wallet,
} from "../wire/codecs.ts";

/*
 * The lines of the public export (rule EXPORT-1). The server writes them and checkers read them with these schemas,
 * from which `/api/export/schema.json` is also generated. `docs/fairness.md` describes every field. A published line
 * never changes, so a later version may add fields and kinds here but remove none.
 */

const rowNumber = z.int().check(z.minimum(1));

/** Fields that every line begins with, followed by its kind. */
const line = {
  /** From 1, without gaps. */
  seq: rowNumber,
  /** When it was recorded. */
  at: instant,
};

/** A bet as its race was settled with it, and when it was placed. */
export const exportedBet = z.extend(settledBet, { placed_at: instant });

/** A bet as it was locked at the close. Paths can be computed from the leaves, so they are left out. */
export const exportedLockedBet = z.omit(lockedBet, { path: true });

const moment = z.nullable(instant);

/** A race as `verifyRace` returns it once it is over, plus what a checker of the whole history needs, who has the log. */
export const exportedRace = z.extend(z.omit(verifiedRace, { logged: true }), {
  /** Number of the race, from 1 without gaps: records are in this order. */
  number: rowNumber,
  race_type: z.enum(raceTypes),
  is_special: z.boolean(),
  ledger: z.enum(ledgers),
  /** n, as it was shown before the race and is in the commitment. */
  base_nonce: z.string(),
  times: z.object({
    created: instant,
    opened: moment,
    closes: moment,
    locked: moment,
    starts: moment,
    revealed: moment,
    completed: moment,
    settled: instant,
    refunded: moment,
  }),
  refund_reason: z.nullable(z.enum(refundCauses)),
  motion_seed: z.nullable(motionSeed),
  lockedBets: z.nullable(z.object({ pool: lamportsText, bets: z.array(exportedLockedBet) })),
  settlement: z.extend(z.omit(raceSettlement, { payouts: true }), { bets: z.array(exportedBet) }),
});

/** How a payout of winnings ended: final on the chain, or kept as balance. */
export const payoutOutcomes = ["paid", "kept"] as const;

const seedChainRecord = z.object({
  ...line,
  kind: z.literal("seed-chain"),
  network: z.enum(networks),
  tip: hex64,
  length: rowNumber,
  anchor: signature,
});

const raceRecord = z.object({ ...line, kind: z.literal("race"), race: exportedRace });

const payoutRecord = z.object({
  ...line,
  kind: z.literal("payout"),
  race: raceId,
  bet: betId,
  payment: rowId,
  lamports: lamportsText,
  /** Null, as is the signature, for a player who hides figures. */
  wallet: z.nullable(wallet),
  /** Null for a payout that did not become final. */
  signature: z.nullable(signature),
  outcome: z.enum(payoutOutcomes),
});

/** A race, or one bet, that was settled and refunded afterwards: lost stakes went back. */
const reversalRecord = z.object({
  ...line,
  kind: z.literal("reversal"),
  race: raceId,
  scope: z.enum(["race", "bet"]),
  ledger: z.enum(ledgers),
  /** What the reversal gave back. */
  bets: z.array(z.object({ id: betId, lamports: lamportsText })),
  /** Its entry in the public log; null where the log with it has ended since. */
  rule: z.nullable(rowNumber),
});

/** An entry of the public log, exactly as it is there; `row` is the log's size with it. */
const ruleRecord = z.object({
  ...line,
  kind: z.literal("rule"),
  row: rowNumber,
  entry: z.string(),
});

/** What the house owed, as it was anchored. */
const liabilitiesRecord = z.object({
  ...line,
  kind: z.literal("liabilities"),
  /** When the sums were taken; `at` in the memo. */
  taken_at: instant,
  root: hex64,
  total: lamportsText,
  count: z.int().check(z.minimum(0)),
  slot,
  holdings: z.array(
    z.object({
      address: wallet,
      kind: z.enum(houseWalletKinds),
      lamports: lamportsText,
      signature: z.nullable(signature),
    }),
  ),
  anchor: signature,
});

/** An earlier day's file, once its memo is final. */
const dayRecord = z.object({
  ...line,
  kind: z.literal("day"),
  day: utcDay,
  sha256: hex64,
  records: rowNumber,
  anchor: signature,
});

export const exportRecord = z.discriminatedUnion("kind", [
  seedChainRecord,
  raceRecord,
  payoutRecord,
  reversalRecord,
  ruleRecord,
  liabilitiesRecord,
  dayRecord,
]);
export type ExportRecord = z.output<typeof exportRecord>;

type WithoutPlace<Line> = Line extends unknown ? Omit<Line, "seq" | "at"> : never;
/** A line's JSON before its number and time are assigned. */
export type UnplacedLine = WithoutPlace<z.input<typeof exportRecord>>;

/** The first line of a day's file. */
export const exportHeader = z.object({
  furlong: z.literal("export"),
  version: z.literal(1),
  network: z.enum(networks),
  day: utcDay,
  /** SHA-256 of the previous file; null for the first. */
  previous: z.nullable(hex64),
  /** `seq` of its first record. */
  first: rowNumber,
  records: rowNumber,
});
export type ExportHeader = z.output<typeof exportHeader>;
