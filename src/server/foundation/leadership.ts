import { answerWithin } from "./answer-within.ts";
import type { Db } from "./db/database.ts";
import { type HeldLease, LeaseLost, acquireLease, releaseLease, renewLease } from "./db/lease.ts";
import { isReadOnlyError } from "./db/read-only.ts";
import type { Logger } from "./log.ts";
import type { Clock } from "./ports.ts";

/** What an instance leads, and how its lease is held. */
export interface LeaseTerms {
  readonly name: string;
  /** A lease not renewed for this long is free. It is renewed four times within it. */
  readonly leaseMs: number;
  /** How often the other instances try to acquire it. */
  readonly askEveryMs: number;
}

/** Lease of the one instance that drives races, watches deposits and sends payments (rule INV-11). */
export const ENGINE_LEASE: LeaseTerms = { name: "engine", leaseMs: 4_000, askEveryMs: 500 };

/**
 * Lease time when no other process can take the lease: it then only covers a process that stalled, and is renewed less
 * often.
 */
const LONE_LEASE_MS = 20_000;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What the leader's work receives. */
export interface Leadership {
  readonly lease: HeldLease;
  /** Aborts when the lease is lost or the instance stops: start nothing after it. */
  readonly signal: AbortSignal;
  /**
   * Called with errors after which the work goes on; ends the leadership when the error says that the lease is lost.
   */
  readonly onError: (error: unknown) => void;
}

interface Candidate {
  readonly terms: LeaseTerms;
  /** Identifies this run of this process; no two runs share it. */
  readonly holder: string;
  /** Where other instances reach the leader, if they forward requests to it. */
  readonly address?: string;
  /** Ends the candidacy; the lease is then released at once for the next candidate. */
  readonly signal: AbortSignal;
  /**
   * Whether it may take the lead now; checked each time before asking for the lease. Always, when absent. An instance
   * whose house wallets are locked could neither anchor nor pay what it begins (rule MONEY-28).
   */
  readonly mayLead?: () => boolean;
  /** No other process can hold this database: a lease left behind by a killed process is taken at once. */
  readonly isAlone?: boolean;
}

type Work = (leadership: Leadership) => Promise<void>;

/**
 * Waits for the lease and runs `work` while it is held, repeatedly until the signal aborts. `work` resolves when
 * everything it began has ended; whatever was still running when the lease was lost is refused by the database, because
 * every transaction of a leader proves the lease.
 */
export async function runWhileLeader(ports: Ports, candidate: Candidate, work: Work): Promise<void> {
  const { db, clock, log } = ports;
  const { terms, holder, address, signal, mayLead = () => true, isAlone = false } = candidate;
  const { name, askEveryMs } = terms;
  const leaseMs = isAlone ? LONE_LEASE_MS : terms.leaseMs;
  const request = { name, holder, ttlMs: leaseMs, force: isAlone, ...(address !== undefined && { address }) };
  while (!signal.aborted) {
    const askedAtMs = clock.now();
    const token = mayLead() ? await nullOnError(ports, name, () => acquireLease(db, request)) : null;
    if (token !== null) {
      log.info({ lease: name, fencing: String(token) }, "became the leader");
      await runForTerm(ports, { leaseMs, lease: { name, token }, askedAtMs, isAlone, signal }, work);
      await nullOnError(ports, name, () => releaseLease(db, { name, token }));
      log.info({ lease: name, fencing: String(token) }, "no longer the leader");
    }
    await clock.sleep(askEveryMs, signal);
  }
}

interface Term extends Pick<LeaseTerms, "leaseMs"> {
  readonly lease: HeldLease;
  /** When the lease was asked for: it lasts from then on at least. */
  readonly askedAtMs: number;
  readonly isAlone: boolean;
  readonly signal: AbortSignal;
}

/** Runs the work while renewing its lease; when either ends, so does the other. */
async function runForTerm(ports: Ports, term: Term, work: Work): Promise<void> {
  const { lease, signal } = term;
  const end = new AbortController();
  const stop = () => end.abort();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  const onError = (error: unknown) => {
    ports.log.error({ err: error, lease: lease.name }, "the leader's work failed");
    if (error instanceof LeaseLost) stop();
  };
  const working = work({ lease, signal: end.signal, onError }).catch(onError).finally(stop);
  await keepRenewing(ports, { ...term, signal: end.signal });
  stop();
  await working;
  signal.removeEventListener("abort", stop);
}

/**
 * Renews the lease until the signal aborts or the lease is lost, or may be lost because the database is silent. Each
 * renewal is given up when the next is due, which asks on another connection: so the work has been told to stop by the
 * time at which another instance may lead (rule OPERATE-16). Where no other can, a renewal may take as long as the
 * leader's own transaction before it.
 */
async function keepRenewing(
  ports: Ports,
  { leaseMs, lease, askedAtMs, isAlone, signal }: Term,
): Promise<void> {
  const { db, clock } = ports;
  const everyMs = leaseMs / 4;
  let heldUntilMs = askedAtMs + leaseMs;
  let dueMs = askedAtMs + everyMs;
  while (!signal.aborted) {
    await clock.sleep(dueMs - clock.now(), signal);
    if (signal.aborted) return;
    const startedMs = clock.now();
    dueMs = startedMs + everyMs;
    const renewing = renewInWritable(db, { ...lease, ttlMs: leaseMs }).then((isRenewed) => {
      // Counts even if it comes late.
      if (isRenewed) heldUntilMs = Math.max(heldUntilMs, startedMs + leaseMs);
      return isRenewed;
    });
    const renewed = await nullOnError(ports, lease.name, () =>
      isAlone ? renewing : answerWithin(clock, everyMs, renewing),
    );
    if (renewed === false) return;
    if (renewed === null && clock.now() >= heldUntilMs) return;
  }
}

/** A leader of a database that takes no writes can do nothing: its lease is treated as lost (rule OPERATE-13). */
async function renewInWritable(db: Db, lease: Parameters<typeof renewLease>[1]): Promise<boolean> {
  try {
    return await renewLease(db, lease);
  } catch (error) {
    if (isReadOnlyError(error)) return false;
    throw error;
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
