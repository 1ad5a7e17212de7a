import { isTransientKind } from "../../../../contract/notifications/catalogue.ts";
import { and, eq, max, sql } from "drizzle-orm";
import { ZERO } from "../../../../domain/lamports.ts";
import type { RaceState } from "../../../../domain/race-phases.ts";
import {
  BY_ADMIN,
  type RaceEffect,
  type RaceEvent,
  type RaceStep,
  refundCause,
  step,
} from "../../../../domain/race.ts";
import { latestMoment } from "../../../../domain/stored-race.ts";
import { publicReason, type Rule } from "../../../../domain/rule-log.ts";
import type { Tx } from "../../../foundation/db/database.ts";
import { bets } from "../../../foundation/db/schema/bets.ts";
import type { Logger } from "../../../foundation/log.ts";
import {
  type Notice,
  type NotificationRow,
  notifyAll,
} from "../../../foundation/notifications/stored-notifications.ts";
import type { Clock, Entropy } from "../../../foundation/ports.ts";
import { writeRule } from "../../../foundation/rule-log/write-rule.ts";
import { isLiveBet, type RaceFindings, type RaceRow, raceStateOf, storeRace } from "../race-rows.ts";
import type { SeedVault } from "../seeds/seed-chain.ts";
import { countRace } from "../settle/horse-records.ts";
import { type BetEnd, settleRace } from "../settle/settle-race.ts";
import { lockBets } from "./lock-bets.ts";
import { findMotionSeed, findPlaces, revealResult, revealSeed } from "./reveal-outcome.ts";

export interface StepPorts {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly seeds: SeedVault;
  readonly log: Logger;
}

/** How events changed a race; passed to `announceChange` after the commit. */
export interface RaceChange {
  readonly before: RaceState;
  /** The same object when nothing changed. */
  readonly after: RaceState;
  /** In order; everything they require of the database is done. */
  readonly effects: readonly RaceEffect[];
  /** Why the last event was not accepted. */
  readonly refused: RaceStep["refused"];
  /** Stored for the players, and to be sent to those who are connected. */
  readonly notifications: readonly NotificationRow[];
  /** To be sent and not stored. */
  readonly transient: readonly Notice[];
  /** Bets whose money was moved; for the log. */
  readonly settledBets: readonly BetEnd[];
  /** When it was refunded, and what the rule log records about it; null where it was not. */
  readonly refund: RaceRefund | null;
}

interface RaceRefund {
  readonly at: Date;
  readonly rule: Extract<Rule, { readonly rule: "refund-race" }>;
}

/**
 * The only way in which a race changes. Takes its locked row, feeds the events to `step` one after the other and stores
 * each resulting state. In the same transaction it does what follows from the state: fixes the bets, reveals what
 * becomes public, moves the money, and writes a row of the rule log if the race was refunded (rules RACE-1, RACE-10,
 * MONEY-3, FAIR-8, FAIR-9, FAIR-16, RULELOG-2).
 */
export async function applyEvents(...args: Parameters<typeof moveRace>): Promise<RaceChange> {
  const change = await moveRace(...args);
  await writeRefund(args[0], change);
  return change;
}

/** Writes the rule log row of a race that {@link moveRace} refunded; call it last, as `writeRule` says. */
export async function writeRefund(tx: Tx, { refund }: RaceChange): Promise<void> {
  if (refund !== null) await writeRule(tx, refund.at, refund.rule);
}

/**
 * {@link applyEvents} without the row of the rule log, for a caller that moves money after it and writes the row then.
 */
export async function moveRace(
  tx: Tx,
  ports: StepPorts,
  locked: RaceRow,
  events: readonly RaceEvent[],
): Promise<RaceChange> {
  const before = raceStateOf(locked);
  let row = locked;
  let race: RaceState = before;
  let refused: RaceStep["refused"] = null;
  const effects: RaceEffect[] = [];
  const notices: Notice[] = [];
  let settledBets: readonly BetEnd[] = [];
  let refund: RaceRefund | null = null;
  for (const event of events) {
    // One moment for the state and for the rows that follow from it: bets carry their race's settlement time.
    const { at, done } = await stepInOrder(tx, { row, race, event, nowMs: ports.clock.now() });
    refused = done.refused;
    if (done.race === race) continue;
    race = done.race;
    const performed = await performEffects(tx, ports, { row, race, at, effects: done.effects });
    row = await storeRace(tx, race, performed.findings);
    effects.push(...done.effects);
    notices.push(...performed.notices);
    settledBets = performed.bets ?? settledBets;
    refund = performed.refund ?? refund;
  }
  const stored = notices.filter(({ kind }) => !isTransientKind(kind));
  const transient = notices.filter(({ kind }) => isTransientKind(kind));
  const notifications = await notifyAll(tx, ports, stored);
  return { before, after: race, effects, refused, notifications, transient, settledBets, refund };
}

interface NextStep {
  readonly row: RaceRow;
  readonly race: RaceState;
  readonly event: RaceEvent;
  readonly nowMs: number;
}

/**
 * Takes the step at this moment. If the clock is behind the race's latest moment, or behind the moment at which a bet
 * was placed or given back, it takes the step at that moment instead: the times of a race that anyone can check are
 * then in order, even if the clocks of servers differ or one is set back (rule RACE-13).
 */
async function stepInOrder(tx: Tx, { row, race, event, nowMs }: NextStep) {
  const atMs = Math.max(nowMs, row.createdAt.getTime(), latestMoment(race));
  const done = step(race, event, atMs);
  if (!takesBets(race) || takesBets(done.race)) return { at: new Date(atMs), done };
  const earliestMs = await earliestClose(tx, row.id);
  if (earliestMs <= atMs) return { at: new Date(atMs), done };
  return { at: new Date(earliestMs), done: step(race, event, earliestMs) };
}

const takesBets = ({ phase }: RaceState): boolean => phase === "pending" || phase === "countdown";

/**
 * When the newest bet was placed, or just after the last single bet was given back, in epoch milliseconds; 0 without
 * either. Bets that share their race's settlement time are those it was settled with, and a bet that was given back
 * must not count in its pool.
 */
async function earliestClose(tx: Tx, raceId: string): Promise<number> {
  const [newest] = await tx
    .select({ placedAt: max(bets.confirmedAt), givenBackAt: max(bets.settledAt) })
    .from(bets)
    .where(and(eq(bets.raceId, raceId), sql`${bets.status} = 'confirmed'`));
  const placedMs = newest?.placedAt?.getTime() ?? 0;
  const givenBackMs = newest?.givenBackAt?.getTime();
  return givenBackMs === undefined ? placedMs : Math.max(placedMs, givenBackMs + 1);
}

interface Changed {
  /** As it was before the step. */
  readonly row: RaceRow;
  readonly race: RaceState;
  readonly at: Date;
  readonly effects: readonly RaceEffect[];
}

interface Performed {
  readonly findings: RaceFindings;
  readonly notices: readonly Notice[];
  /** Set when it moved the money. */
  readonly bets?: readonly BetEnd[];
  readonly refund?: RaceRefund;
}

async function performEffects(tx: Tx, ports: StepPorts, changed: Changed): Promise<Performed> {
  let findings: RaceFindings = {};
  const notices: Notice[] = [];
  let others: Pick<Performed, "bets" | "refund"> = {};
  for (const effect of changed.effects) {
    const {
      findings: found,
      notices: more = [],
      ...other
    } = await performEffect(tx, ports, { ...changed, effect });
    findings = { ...findings, ...found };
    notices.push(...more);
    others = { ...others, ...other };
  }
  return { findings, notices, ...others };
}

async function performEffect(
  tx: Tx,
  ports: StepPorts,
  { row, race, at, effect }: Omit<Changed, "effects"> & { readonly effect: RaceEffect },
): Promise<Partial<Performed>> {
  const { seeds } = ports;
  switch (effect.type) {
    case "countdown":
      return {};
    case "lock":
      await lockBets(tx, row, at);
      return {};
    case "start":
      return { findings: await findMotionSeed(tx, seeds, row, race) };
    case "reveal":
      return { findings: await findPlaces(tx, seeds, row, race) };
    case "complete":
      return { findings: await revealResult(tx, { seeds, row, race, at }) };
    case "refund":
      // The stakes have not moved yet: they are returned after this.
      return {
        refund: { at, rule: await describeRefund(tx, row, effect.reason) },
        findings: await revealSeedOnce(tx, { seeds, row, at }),
      };
    case "settle":
      return moveMoney(tx, ports, { row, race, at });
  }
}

async function describeRefund(
  tx: Tx,
  { id: race, settledAt }: RaceRow,
  reason: string,
): Promise<RaceRefund["rule"]> {
  const cause = refundCause(reason);
  const [returned] = await tx
    .select({ stakes: sql`coalesce(sum(${bets.stake}), 0)::bigint`.mapWith(bets.stake) })
    .from(bets)
    .where(and(eq(bets.raceId, race), settledAt === null ? isLiveBet : eq(bets.result, "loss")));
  return {
    rule: "refund-race",
    race,
    cause,
    settled: settledAt !== null,
    // For a settled race the log always gives a reason, even if only that an admin did it.
    reason: settledAt !== null || (cause === "by_admin" && reason !== BY_ADMIN) ? publicReason(reason) : null,
    lamports: returned?.stakes ?? ZERO,
  };
}

const revealSeedOnce = async (tx: Tx, refunded: Parameters<typeof revealSeed>[1]): Promise<RaceFindings> =>
  refunded.row.serverSeed === null ? revealSeed(tx, refunded) : {};

/** Pays the winners or returns every stake, as the step decided, and counts the race in the horses' records. */
async function moveMoney(
  tx: Tx,
  { log }: StepPorts,
  { row, race, at }: Omit<Changed, "effects">,
): Promise<Performed> {
  const settled = await settleRace(tx, row, at);
  const kind = race.phase === "refunded" ? "refunded" : "paid";
  if (settled.kind !== kind) {
    throw new Error(`Race ${row.id} is to be ${kind}, its bets say ${settled.kind}`);
  }
  log.info({ raceId: row.id, kind }, "settling race");
  await countRace(tx, row.id);
  return settled;
}
