import type { Db } from "./db/database.ts";
import { type HeldLease, LeaseLost, acquireLease, releaseLease, renewLease } from "./db/lease.ts";
import type { Logger } from "./log.ts";
import type { Clock } from "./ports.ts";

/** What an instance leads, and how its lease is held. */
export interface LeaseTerms {
  readonly name: string;
  /** A lease that was not renewed for so long is free. It is renewed four times in this time. */
  readonly leaseMs: number;
  /** How often the others ask for it. */
  readonly askEveryMs: number;
}

/** Of the one instance that drives races, watches deposits and sends payments (rule INV-11). */
export const ENGINE_LEASE: LeaseTerms = { name: "engine", leaseMs: 10_000, askEveryMs: 1_000 };

/** Where nobody else can take it, the lease is there for a process that stood still and is renewed more rarely. */
const LONE_LEASE_MS = 20_000;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What the leader's work is given. */
export interface Leadership {
  readonly lease: HeldLease;
  /** Aborts when the lease is lost or the instance stops: begin nothing after it. */
  readonly signal: AbortSignal;
  /** To be told of errors that the work goes on after; ends the leadership when one says that the lease is lost. */
  readonly onError: (error: unknown) => void;
}

interface Candidate {
  readonly terms: LeaseTerms;
  /** Names this run of this process; no two runs share it. */
  readonly holder: string;
  /** Where others reach the leader, if they forward to it. */
  readonly address?: string;
  /** Ends the candidacy; the lease is then freed at once for the next. */
  readonly signal: AbortSignal;
  /**
   * Whether it may take the lead now; asked each time before the lease is. Always, when absent. An instance whose house
   * wallets are locked could neither anchor nor pay what it begins (rule MONEY-28).
   */
  readonly mayLead?: () => boolean;
  /** No other process can hold this database: a lease that a killed one left behind is taken at once. */
  readonly isAlone?: boolean;
}

type Work = (leadership: Leadership) => Promise<void>;

/**
 * Waits for the lease and runs `work` while it is held, again and again until the signal aborts. `work` resolves
 * when all that it began has ended; what it was doing when the lease was lost is refused by the database, for every
 * transaction of a leader proves the lease.
 */
export async function runWhileLeader(ports: Ports, candidate: Candidate, work: Work): Promise<void> {
  const { db, clock, log } = ports;
  const { terms, holder, address, signal, mayLead = () => true, isAlone = false } = candidate;
  const { name, askEveryMs } = terms;
  const leaseMs = isAlone ? LONE_LEASE_MS : terms.leaseMs;
  const request = { name, holder, ttlMs: leaseMs, force: isAlone, ...(address !== undefined && { address }) };
  while (!signal.aborted) {
    const token = mayLead() ? await nullOnError(ports, name, () => acquireLease(db, request)) : null;
    if (token !== null) {
      log.info({ lease: name, token: String(token) }, "became the leader");
      await runForTerm(ports, { leaseMs, lease: { name, token }, signal }, work);
      await nullOnError(ports, name, () => releaseLease(db, { name, token }));
      log.info({ lease: name, token: String(token) }, "no longer the leader");
    }
    await clock.sleep(askEveryMs, signal);
  }
}

interface Term extends Pick<LeaseTerms, "leaseMs"> {
  readonly lease: HeldLease;
  readonly signal: AbortSignal;
}

/** Runs the work and renews its lease beside it; each ends the other. */
async function runForTerm(ports: Ports, { leaseMs, lease, signal }: Term, work: Work): Promise<void> {
  const end = new AbortController();
  const stop = () => end.abort();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  const onError = (error: unknown) => {
    ports.log.error({ err: error, lease: lease.name }, "the leader's work failed");
    if (error instanceof LeaseLost) stop();
  };
  const working = work({ lease, signal: end.signal, onError }).catch(onError).finally(stop);
  await keepRenewing(ports, { leaseMs, lease, signal: end.signal });
  stop();
  await working;
  signal.removeEventListener("abort", stop);
}

/**
 * Renews the lease until the signal aborts or the lease is lost, or may be because the database is silent. A renewal
 * that was answered late, since it waited behind a long transaction of the leader, does not end it: it was ours.
 */
async function keepRenewing(ports: Ports, { leaseMs, lease, signal }: Term): Promise<void> {
  const { db, clock } = ports;
  let heldUntilMs = clock.now() + leaseMs;
  while (!signal.aborted) {
    const isLate = clock.now() >= heldUntilMs;
    if (!isLate) await clock.sleep(leaseMs / 4, signal);
    if (signal.aborted) return;
    const askedAtMs = clock.now();
    const renewed = await nullOnError(ports, lease.name, () => renewLease(db, { ...lease, ttlMs: leaseMs }));
    if (renewed === false) return;
    if (renewed) heldUntilMs = askedAtMs + leaseMs;
    else if (clock.now() >= heldUntilMs) return;
  }
}

/** Null when the database gave no answer; the caller asks again. */
async function nullOnError<T>({ log }: Ports, lease: string, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    log.warn({ err: error, lease }, "the database did not answer about a lease");
    return null;
  }
}
