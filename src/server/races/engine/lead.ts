import type { Db } from "../../db/database.ts";
import { type HeldLease, LeaseLost, acquireLease, releaseLease, renewLease } from "../../db/lease.ts";
import type { Logger } from "../../log.ts";
import type { Clock } from "../../ports.ts";

/** The lease of the one process that drives races, watches deposits and sends payments (rule INV-11). */
export const ENGINE_LEASE = "engine";

const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 2_500;
const ASK_EVERY_MS = 1_000;

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What the leader's work is given. */
export interface Leadership {
  readonly lease: HeldLease;
  /** Aborts when the lease is lost or the process stops: begin nothing after it. */
  readonly signal: AbortSignal;
  /** To be told of errors that the work goes on after; ends the leadership when one says that the lease is lost. */
  readonly onError: (error: unknown) => void;
}

interface Candidate {
  /** Names this run of this process; no two runs share it. */
  readonly holder: string;
  /** Ends the candidacy; the lease is then freed at once for the next. */
  readonly signal: AbortSignal;
  readonly leaseMs?: number;
  /** No other process can hold this database: a lease that a killed one left behind is taken at once. */
  readonly isAlone?: boolean;
}

/**
 * Waits for the engine lease and runs `work` while it is held, again and again until the signal aborts. `work`
 * starts its loops and resolves when they have ended; what it was doing when the lease was lost is refused by
 * the database, for every transaction of the engine proves the lease.
 */
export async function lead(
  ports: Ports,
  { holder, signal, leaseMs = LEASE_MS, isAlone = false }: Candidate,
  work: (leadership: Leadership) => Promise<void>,
): Promise<void> {
  const { db, clock, log } = ports;
  while (!signal.aborted) {
    const token = await attempt(ports, () =>
      acquireLease(db, { name: ENGINE_LEASE, holder, ttlMs: leaseMs, force: isAlone }),
    );
    if (token === null) {
      await clock.sleep(ASK_EVERY_MS, signal);
      continue;
    }
    const lease = { name: ENGINE_LEASE, token };
    log.info({ token: String(token) }, "This process drives the races now");
    await reign(ports, { lease, signal, leaseMs }, work);
    await attempt(ports, () => releaseLease(db, lease));
    log.info({ token: String(token) }, "This process does not drive the races any more");
    await clock.sleep(ASK_EVERY_MS, signal);
  }
}

interface Reign {
  readonly lease: HeldLease;
  readonly signal: AbortSignal;
  readonly leaseMs: number;
}

async function reign(
  ports: Ports,
  { lease, signal, leaseMs }: Reign,
  work: (leadership: Leadership) => Promise<void>,
) {
  const end = new AbortController();
  const stop = () => end.abort();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  const onError = (error: unknown) => {
    ports.log.error({ err: error }, "A round of the engine failed");
    if (error instanceof LeaseLost) stop();
  };
  const working = work({ lease, signal: end.signal, onError }).catch(onError).finally(stop);
  await keep(ports, { lease, signal: end.signal, leaseMs });
  stop();
  await working;
  signal.removeEventListener("abort", stop);
}

/** Renews the lease until the signal aborts or the lease is lost, or may be because the database is silent. */
async function keep(ports: Ports, { lease, signal, leaseMs }: Reign): Promise<void> {
  const { db, clock } = ports;
  let heldUntilMs = clock.now() + leaseMs;
  while (!signal.aborted && clock.now() < heldUntilMs) {
    await clock.sleep(Math.min(RENEW_EVERY_MS, leaseMs / 4), signal);
    if (signal.aborted) return;
    const askedAtMs = clock.now();
    const renewed = await attempt(ports, () => renewLease(db, { ...lease, ttlMs: leaseMs }));
    if (renewed === false) return;
    if (renewed) heldUntilMs = askedAtMs + leaseMs;
  }
}

/** Null when the database gave no answer; the caller asks again. */
async function attempt<T>({ log }: Ports, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    log.warn({ err: error }, "The database did not answer about the engine lease");
    return null;
  }
}
