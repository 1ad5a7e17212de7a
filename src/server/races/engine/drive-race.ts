import { sql } from "drizzle-orm";
import {
  type RaceEffect,
  type RaceEvent,
  type RaceState,
  type RaceStep,
  step,
} from "../../../domain/race.ts";
import { type Db, type Queryable, type Tx, rowsOf } from "../../db/database.ts";
import { type HeldLease, holdLease } from "../../db/lease.ts";
import {
  type RaceFindings,
  type RaceRow,
  findOpenRace,
  isLiveBet,
  lockRace,
  raceStateOf,
  storeRace,
} from "../race-rows.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Logger } from "../../log.ts";
import { type Chain, ChainUnavailable, type Clock } from "../../ports.ts";
import { findMotionSeed, findPlaces, revealResult } from "./reveal-outcome.ts";
import type { SeedVault } from "../seeds/seed-chain.ts";

/**
 * How far ahead of the newest slot the beacon is announced, so that nobody has seen its block yet (rule FAIR-10). The
 * node that answers may be a few slots behind, and what is confirmed is behind even for the best.
 */
const BEACON_LEAD_SLOTS = 4n;

interface DrivePorts {
  readonly db: Db;
  readonly chain: Pick<Chain, "slot" | "firstBlockFrom">;
  readonly clock: Clock;
  readonly log: Logger;
  readonly seeds: SeedVault;
  /** Held by this process; each transaction proves it. */
  readonly lease: HeldLease;
}

export interface DrivenRace {
  readonly before: RaceState;
  readonly after: RaceState;
  /** What followed from the changes, in order; all of it is stored. */
  readonly effects: readonly RaceEffect[];
  /** How many live bets the race has. */
  readonly betCount: number;
}

/**
 * Moves the open race on as far as time, bets and the chain allow. Each step is stored, under the race's lock
 * and the lease, before anything follows from it, so a crash between any two leaves a race that the next round
 * takes up (rules RACE-10, MONEY-3). Null when no race is open.
 *
 * @param isResumed true in the first round after this process was away: a countdown that ran out starts again.
 */
export async function driveRace(
  ports: DrivePorts,
  { isResumed }: { isResumed: boolean },
): Promise<DrivenRace | null> {
  const row = await findOpenRace(ports.db);
  if (row === null) return null;
  const passing: RaceEvent = { type: isResumed ? "resumed" : "tick" };
  const facts = await readFacts(ports.db, row);
  const before = raceStateOf(row);
  let moved = fold(before, [...eventsOf(facts), passing], ports.clock.now());
  if (moved.isChanged) moved = await advance(ports, row.id, [passing]);
  const effects = [...moved.effects];
  for (let due = await dueOfChain(ports, moved); due !== null; due = await dueOfChain(ports, moved)) {
    moved = await advance(ports, row.id, [due]);
    effects.push(...moved.effects);
  }
  const after = moved.race;
  if (phaseOf(after) !== phaseOf(before)) {
    ports.log.info({ raceId: after.id, from: phaseOf(before), to: phaseOf(after) }, "race moved");
  }
  return { before, after, effects, betCount: facts.betTimes.length };
}

/** The status, with what `active` means at the moment spelled out, for the log. */
function phaseOf({ status, startsAt, bettingOpensAt }: RaceState): string {
  if (status === "pending") return bettingOpensAt === null ? "anchoring" : "pending";
  if (status === "active") return startsAt === null ? "locked" : "running";
  return status;
}

/** What has happened to a race outside the engine. */
interface Facts {
  readonly isAnchored: boolean;
  /** Epoch milliseconds of each live bet's confirmation, ascending. */
  readonly betTimes: readonly number[];
}

async function readFacts(q: Queryable, row: RaceRow): Promise<Facts> {
  const [facts] = await rowsOf<{ is_anchored: boolean; bet_times: readonly number[] }>(
    q,
    sql`select
          ${row.commitPaymentId}::text is null or exists (
            select 1 from payments where id = ${row.commitPaymentId} and confirmed_at is not null
          ) as is_anchored,
          array(
            select (extract(epoch from confirmed_at) * 1000)::float8 from bets
             where race_id = ${row.id} and ${isLiveBet} order by 1
          ) as bet_times`,
  );
  if (!facts) throw new Error("A select without a condition returned nothing");
  const opensAt = row.bettingOpensAt?.getTime() ?? 0;
  return {
    isAnchored: facts.is_anchored,
    // The clock of another server may lag behind ours; its bets count all the same.
    betTimes: facts.bet_times.map((at) => Math.max(opensAt, Math.round(at))),
  };
}

/** The facts as events; fed in every round, for a repetition changes nothing. */
const eventsOf = ({ isAnchored, betTimes }: Facts): RaceEvent[] => [
  ...(isAnchored ? [{ type: "anchored" } as const] : []),
  ...betTimes.map((at, index) => ({ type: "bet-confirmed", at, distinctPlayers: index + 1 }) as const),
];

interface Moved {
  readonly race: RaceState;
  readonly isChanged: boolean;
  readonly effects: readonly RaceEffect[];
}

/** Repeated facts leave the race as it is and ask for nothing; what the chain owes is asked for until it comes. */
const effectsOf = (done: RaceStep, before: RaceState): readonly RaceEffect[] =>
  done.race === before
    ? done.effects.filter(({ type }) => type === "choose-beacon-slot" || type === "fetch-beacon")
    : done.effects;

/** What events would do, without storing anything. */
function fold(before: RaceState, events: readonly RaceEvent[], nowMs: number): Moved {
  let race = before;
  const effects: RaceEffect[] = [];
  for (const event of events) {
    const done = step(race, event, nowMs);
    effects.push(...effectsOf(done, race));
    race = done.race;
  }
  return { race, isChanged: race !== before, effects };
}

/** Takes the facts anew under the race's lock, then the given events, and stores every step. */
function advance(ports: DrivePorts, raceId: string, events: readonly RaceEvent[]): Promise<Moved> {
  return inTransaction(ports.db, async (tx) => {
    await holdLease(tx, ports.lease.name, ports.lease.token);
    const row = await lockRace(tx, raceId);
    const before = raceStateOf(row);
    let race = before;
    const effects: RaceEffect[] = [];
    for (const event of [...eventsOf(await readFacts(tx, row)), ...events]) {
      const done = step(race, event, ports.clock.now());
      effects.push(...effectsOf(done, race));
      if (done.race === race) continue;
      race = done.race;
      await storeRace(tx, race, await findingsOf(tx, ports, { row, race, effects: done.effects }));
    }
    return { race, isChanged: race !== before, effects };
  });
}

interface Changed {
  readonly row: RaceRow;
  readonly race: RaceState;
  readonly effects: readonly RaceEffect[];
}

/** What becomes public by the effects, no earlier (rule FAIR-8). */
async function findingsOf(
  tx: Tx,
  { seeds, clock }: DrivePorts,
  { row, race, effects }: Changed,
): Promise<RaceFindings> {
  let findings: RaceFindings = {};
  for (const { type } of effects) {
    if (type === "start") findings = { ...findings, ...(await findMotionSeed(tx, seeds, row, race)) };
    if (type === "reveal") findings = { ...findings, ...(await findPlaces(tx, seeds, row, race)) };
    if (type === "complete") {
      const at = new Date(clock.now());
      findings = { ...findings, ...(await revealResult(tx, { seeds, row, race, at })) };
    }
  }
  return findings;
}

/** What the race waits for from the chain, if the chain has it. It is asked again in the next round. */
async function dueOfChain({ chain, log }: DrivePorts, { race, effects }: Moved): Promise<RaceEvent | null> {
  try {
    for (const effect of effects) {
      if (effect.type === "choose-beacon-slot") {
        return { type: "beacon-announced", slot: (await chain.slot("processed")) + BEACON_LEAD_SLOTS };
      }
      if (effect.type === "fetch-beacon") {
        const block = await chain.firstBlockFrom(effect.slot);
        if (block !== null) return { type: "beacon", ...block };
      }
    }
  } catch (error) {
    // No answer is no beacon: after 30 s the race is refunded (rule FAIR-11).
    if (!(error instanceof ChainUnavailable)) throw error;
    log.warn({ err: error, raceId: race.id }, "The chain does not answer while a race waits for its beacon");
  }
  return null;
}
