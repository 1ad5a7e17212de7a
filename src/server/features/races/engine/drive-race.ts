import { eq, sql } from "drizzle-orm";
import { extendableAfter } from "../../../../domain/countdown.ts";
import type { CountdownRace, LockedRace, RaceState } from "../../../../domain/race-phases.ts";
import { locksBets } from "../../../../domain/race-settings.ts";
import { type RaceEvent, step } from "../../../../domain/race.ts";
import { type Db, type Queryable, rowsOf } from "../../../foundation/db/database.ts";
import { type HeldLease, holdLease } from "../../../foundation/db/lease.ts";
import { paymentAttempts } from "../../../foundation/db/schema/payments.ts";
import { inTransaction } from "../../../foundation/db/transaction.ts";
import { type Chain, ChainUnavailable } from "../../../foundation/ports.ts";
import { type RaceRow, findOpenRace, isLiveBet, lockRace, raceStateOf } from "../race-rows.ts";
import { type RaceChange, type StepPorts, applyEvents } from "./apply-events.ts";
import { lockPaymentId } from "./lock-bets.ts";

/**
 * How far ahead of the newest slot the beacon of a race without a lock memo is announced, so that nobody has seen its
 * block yet (rule FAIR-10). The answering node may be a few slots behind.
 */
const BEACON_LEAD_SLOTS = 4n;

interface DrivePorts extends StepPorts {
  readonly db: Db;
  readonly chain: Pick<Chain, "newestSlot" | "firstBlockFrom" | "signatureStatuses">;
  /** Whether the public log continues what is anchored: else betting does not open (rule LOG-11). */
  readonly mayOpenRace: () => boolean;
  /** Signs and sends a queued payment at once, instead of waiting for the payment worker. */
  readonly sendAtOnce: (paymentId: string) => Promise<void>;
  /** Held by this process; each transaction proves it. */
  readonly lease: HeldLease;
}

export interface DrivenRace {
  readonly raceId: string;
  /** Its current state. */
  readonly race: RaceState;
  /** In order; all of them are stored. */
  readonly changes: readonly RaceChange[];
  /** Number of live bets in the race. */
  readonly betCount: number;
}

/**
 * Moves the open race on as far as time, bets and the chain allow. Each step is stored, under the race's lock and the
 * lease, before anything follows from it, so a crash between any two steps leaves a race that the next round resumes
 * (rules RACE-10, MONEY-3). Null when no race is open.
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
  const before = raceStateOf(row);
  const facts = await readFacts(ports, ports.db, row);
  const changes: RaceChange[] = [];
  if (changesRace(before, [...eventsOf(facts), passing], ports.clock.now())) {
    const change = await advance(ports, row.id, [passing]);
    changes.push(change);
    // The race waits to see where the memo lands.
    if (change.effects.some(({ type }) => type === "lock")) await ports.sendAtOnce(lockPaymentId(row.id));
  }
  for (;;) {
    const due = await readChain(ports, changes.at(-1)?.after ?? before);
    const change = due && (await advance(ports, row.id, [due]));
    if (change === null || change.after === change.before) break;
    changes.push(change);
  }
  const after = changes.at(-1)?.after ?? before;
  if (after.phase !== before.phase) {
    ports.log.info({ raceId: row.id, from: before.phase, to: after.phase }, "race moved");
  }
  return { raceId: row.id, race: after, changes, betCount: facts.betCount };
}

/** What has happened to a race outside the engine and is not yet counted in its state. */
interface Facts {
  /** Whether a final memo covers its `commit` entry. */
  readonly isAnchored: boolean;
  /** Whether that log has ended: what it is not anchored by then, it may never be. */
  readonly hasLogEnded: boolean;
  readonly betCount: number;
  /** Times of the confirmations that can extend the countdown, in epoch milliseconds, ascending. */
  readonly lateBets: readonly number[];
}

interface StoredFacts extends Record<string, unknown> {
  readonly is_anchored: boolean;
  readonly has_log_ended: boolean;
  readonly bet_count: number;
  readonly late_bets: readonly number[];
}

/**
 * Costs the same for a race with many bets as for one with few: the database maintains the number of bets, and a bet
 * that extended the countdown is never read again (see `extendableAfter`). So the engine need not remember what it has
 * counted, and a bet that is committed after a later one still counts.
 */
async function readFacts(
  { mayOpenRace }: Pick<DrivePorts, "mayOpenRace">,
  q: Queryable,
  row: RaceRow,
): Promise<Facts> {
  const race = raceStateOf(row);
  const after = race.phase === "countdown" ? extensionStart(race) : null;
  const [facts] = await rowsOf<StoredFacts>(
    q,
    sql`select
          exists (
            select from notary_memos where log = ${row.log} and outcome = 'landed' and size > ${row.commitIndex}
          ) as is_anchored,
          exists (select from logs where id = ${row.log} and not is_open) as has_log_ended,
          (select coalesce(sum(bets), 0)::int from race_totals where race_id = ${row.id}) as bet_count,
          array(
            select (extract(epoch from confirmed_at) * 1000)::float8 from bets
             where race_id = ${row.id} and confirmed_at > ${after}::timestamptz and ${isLiveBet} order by 1
          ) as late_bets`,
  );
  if (!facts) throw new Error("a select without a condition returned nothing");
  return {
    isAnchored: facts.is_anchored && mayOpenRace(),
    hasLogEnded: facts.has_log_ended,
    betCount: facts.bet_count,
    lateBets: facts.late_bets.map(Math.round),
  };
}

function extensionStart({ countdownStartedAt: startedAt, closesAt, settings }: CountdownRace): string | null {
  const after = extendableAfter({ ...settings, startedAt }, closesAt);
  return after === null ? null : new Date(after).toISOString();
}

/** A wallet has at most one live bet in a race (rule BET-4), so counting bets counts players. */
const eventsOf = ({ isAnchored, hasLogEnded, betCount, lateBets }: Facts): RaceEvent[] => [
  ...(isAnchored ? [{ type: "anchored" } as const] : []),
  ...(hasLogEnded ? [{ type: "never-anchored" } as const] : []),
  { type: "players-counted", distinctPlayers: betCount },
  ...lateBets.map((at) => ({ type: "bet-confirmed", at }) as const),
];

/** Whether events would change a race. In most rounds they do not, and nothing is locked. */
const changesRace = (race: RaceState, events: readonly RaceEvent[], nowMs: number): boolean =>
  events.reduce((moved, event) => step(moved, event, nowMs).race, race) !== race;

/** Re-reads the facts under the race's lock and applies them, followed by the given events. */
const advance = (ports: DrivePorts, raceId: string, events: readonly RaceEvent[]): Promise<RaceChange> =>
  inTransaction(ports.db, async (tx) => {
    await holdLease(tx, ports.lease.name, ports.lease.token);
    const row = await lockRace(tx, raceId);
    const facts = await readFacts(ports, tx, row);
    return applyEvents(tx, ports, row, [...eventsOf(facts), ...events]);
  });

/** What a locked race is waiting for from the chain, if the chain has it; otherwise the next round asks again. */
async function readChain(ports: DrivePorts, race: RaceState): Promise<RaceEvent | null> {
  const { log } = ports;
  if (race.phase !== "locked") return null;
  try {
    return await readBeacon(ports, race);
  } catch (error) {
    // No answer means no beacon: after 30 s the race is refunded (rule FAIR-11).
    if (!(error instanceof ChainUnavailable)) throw error;
    log.warn({ err: error, raceId: race.id }, "the chain does not answer while a race waits for its beacon");
    return null;
  }
}

async function readBeacon(
  { db, chain }: DrivePorts,
  { id, settings, beaconSlot }: LockedRace,
): Promise<RaceEvent | null> {
  if (locksBets(settings)) {
    if (beaconSlot === null) {
      const landedIn = await findLockSlot(db, chain, id);
      return landedIn === null ? null : { type: "lock-landed", slot: landedIn };
    }
  } else if (beaconSlot === null) {
    return { type: "beacon-announced", slot: (await chain.newestSlot()) + BEACON_LEAD_SLOTS };
  }
  const block = await chain.firstBlockFrom(beaconSlot);
  return block === null ? null : { type: "beacon", ...block };
}

/** The slot of the first lock memo of a race; null while none is final (rule FAIR-15). */
async function findLockSlot(
  q: Queryable,
  chain: DrivePorts["chain"],
  raceId: string,
): Promise<bigint | null> {
  const attempts = await q
    .select({ signature: paymentAttempts.signature })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.paymentId, lockPaymentId(raceId)));
  if (attempts.length === 0) return null;
  const statuses = await chain.signatureStatuses(
    attempts.map(({ signature }) => signature),
    { asOf: 0n },
  );
  return statuses.reduce<bigint | null>((first, status) => {
    if (status === null || status.error !== null) return first;
    return first === null || status.slot < first ? status.slot : first;
  }, null);
}
