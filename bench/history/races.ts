import { finalNonce, type RaceOutcome, raceOutcome, seedHash, sha256Hex } from "../../src/domain/fairness.ts";
import { type Lamports, lamports } from "../../src/domain/lamports.ts";
import {
  drawRaceType,
  freezeRaceSettings,
  type RaceSettings,
  storeRaceSettings,
} from "../../src/domain/race-settings.ts";
import { NOBODY_WON } from "../../src/domain/race.ts";
import { REVEAL_AT } from "../../src/domain/race-timing.ts";
import { settingsFrom } from "../../src/domain/settings.ts";
import type { CommitPlace } from "./commit-races.ts";
import { type Settlement, settle } from "../../src/domain/settlement.ts";
import { base58Of, drawFrom } from "./draw.ts";
import { type HistoryPlan, playersAt, RACE_EVERY_MS, startOf } from "./plan.ts";

const defaults = settingsFrom([]);
/**
 * Stakes are small, so that the streaks stay as they are (rule MONEY-14) and the house owes no more than a fresh one
 * can hold.
 */
const STAKES = [10, 10, 10, 10, 15, 20, 25, 30].map((thousandths) =>
  lamports(BigInt(thousandths) * 1_000_000n),
);
/** From a race's creation to the close of its betting. */
export const CLOSES_AFTER_MS = 35_100;
/** From a race's creation to its start. */
const STARTS_AFTER_MS = 39_000;
/** Player 0 bets in one race out of this many: a hundredth of all bets are that player's. */
const OF_THE_HEAVIEST = 5;

export interface PastBet {
  readonly betId: string;
  readonly wallet: string;
  readonly horseNumber: number;
  readonly stake: Lamports;
  readonly salt: string;
  readonly confirmedMs: number;
  readonly signature: string;
  /** To be paid from the balance, if it suffices. */
  readonly mayUseBalance: boolean;
}

export interface PastRace {
  readonly raceId: string;
  readonly number: number;
  readonly createdMs: number;
  readonly settledMs: number;
  readonly settings: RaceSettings;
  readonly serverSeed: string;
  readonly blockhash: string;
  readonly outcome: RaceOutcome;
  readonly bets: readonly PastBet[];
  readonly settlement: Settlement;
}

/**
 * Number of bets in a race. Over all races they add up to the plan's; of two neighbouring races one has more and the
 * other fewer.
 */
function betCount({ races, bets }: HistoryPlan, race: number, wiggle: number): number {
  const usual = Math.floor(((race + 1) * bets) / races) - Math.floor((race * bets) / races);
  return usual + (race % 2 === 0 ? wiggle : -wiggle);
}

/** How many more bets than usual an even race has, and how many fewer the odd one after it. */
const wiggleOf = (plan: HistoryPlan, race: number) =>
  drawFrom(`${plan.seed} wiggle ${race - (race % 2)}`).below(Math.floor(plan.bets / plan.races / 2));

/** A past race with its outcome, which follows from its seed as in every race, and its settlement. */
export function pastRace(
  plan: HistoryPlan,
  race: number,
  { wallets, serverSeed }: { readonly wallets: readonly string[]; readonly serverSeed: string },
): PastRace {
  const draw = drawFrom(`${plan.seed} race ${race}`);
  const number = race + 1;
  const raceId = `race-${number}`;
  const createdMs = startOf(plan) + race * RACE_EVERY_MS;
  const ordinary = freezeRaceSettings(defaults, { raceType: drawRaceType(defaults, draw.fraction()) });
  const blockhash = base58Of(draw.bytes(32));
  const outcome = raceOutcome(serverSeed, raceId, finalNonce(String(number), blockhash));
  const present = playersAt(plan, race);
  const chosen = new Set<number>(draw.isOneIn(OF_THE_HEAVIEST) ? [0] : []);
  const count = betCount(plan, race, wiggleOf(plan, race));
  // Some players bet in many races, most in a few.
  while (chosen.size < count) chosen.add(1 + Math.floor((present - 1) * draw.fraction() ** 2));
  const bets = Array.from(chosen, (index, place): PastBet => ({
    betId: `b${Buffer.from(draw.bytes(12)).toString("hex")}`,
    salt: sha256Hex(`${plan.seed} salt ${race} ${place}`),
    wallet: wallets[index] ?? "",
    horseNumber: 1 + draw.below(6),
    stake: draw.pick(STAKES),
    confirmedMs: createdMs + 2_000 + place * 700 + draw.below(700),
    signature: base58Of(draw.bytes(64)),
    mayUseBalance: draw.isOneIn(3),
  }));
  const settings = { ...ordinary, special: draw.isOneIn(100) };
  return {
    raceId,
    number,
    createdMs,
    settledMs: createdMs + 67_000,
    settings,
    serverSeed,
    blockhash,
    outcome,
    bets,
    settlement: settle({ ...settings, stakes: bets, winner: outcome.winner }),
  };
}

/** The row as the settlement leaves it. */
export function raceRow(race: PastRace, { log, commitIndex }: CommitPlace) {
  const at = (afterMs: number) => new Date(race.createdMs + afterMs).toISOString();
  const { raceId, settings, outcome, settlement } = race;
  const isPaid = settlement.kind === "paid";
  const settledAt = new Date(race.settledMs).toISOString();
  return {
    id: raceId,
    number: race.number,
    status: isPaid ? "completed" : "refunded",
    race_type: settings.raceType,
    is_special: settings.special,
    ledger: "real",
    settings: storeRaceSettings(settings),
    log,
    commit_index: commitIndex,
    jackpot: String(settings.jackpot),
    outcome_entropy: settings.outcomeEntropy,
    seed_chain_id: 1,
    seed_index: race.number,
    server_seed_hash: seedHash(race.serverSeed),
    nonce: String(race.number),
    result_payment_id: `result-${raceId}`,
    created_at: at(0),
    betting_opens_at: at(1_000),
    countdown_started_at: at(5_000),
    closes_at: at(35_000),
    locked_at: at(CLOSES_AFTER_MS),
    beacon_slot: "1",
    beacon_block_slot: "1",
    beacon_blockhash: race.blockhash,
    starts_at: at(STARTS_AFTER_MS),
    motion_seed: outcome.motionSeed,
    revealed_at: at(STARTS_AFTER_MS + Math.ceil(settings.durationMs * REVEAL_AT)),
    completed_at: at(STARTS_AFTER_MS + settings.durationMs),
    server_seed: race.serverSeed,
    winning_number: outcome.winner,
    places: outcome.places,
    is_refunded_late: false,
    settled_at: settledAt,
    refunded_at: isPaid ? null : settledAt,
    refund_reason: isPaid ? null : NOBODY_WON,
    pool: String(settlement.pool),
    fee: isPaid ? String(settlement.fee) : null,
    remainder: isPaid ? String(settlement.remainder) : null,
  };
}
