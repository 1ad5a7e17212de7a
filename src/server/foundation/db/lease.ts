import { sql } from "drizzle-orm";
import { type Queryable, rowsOf, type Tx } from "./database.ts";

/** The lease has a new holder or ran out: this process may no longer do what this transaction was about to do. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** A lease that this process holds; transactions prove it by its fencing token. */
export interface HeldLease {
  readonly name: string;
  readonly token: bigint;
}

export interface LeaseRequest {
  /** What is leased, such as `races`. */
  readonly name: string;
  /** Identifies this run of this process; no two runs share it. */
  readonly holder: string;
  readonly ttlMs: number;
  /** Where others reach the holder, if they forward requests to it. */
  readonly address?: string;
  /** Takes even a live lease. Only for cases where something stronger proves that its holder is gone. */
  readonly force?: boolean;
}

/** All times are the database's own, so that servers with different clocks agree. */
const later = (ms: number) => sql`clock_timestamp() + ${ms}::double precision * interval '1 millisecond'`;

/**
 * Acquires a lease that is free or has run out. Answers its fencing token, greater than every earlier one of that name,
 * or null while someone else holds it.
 */
export async function acquireLease(q: Queryable, request: LeaseRequest): Promise<bigint | null> {
  const { name, holder, ttlMs, address = null, force = false } = request;
  const [taken] = await rowsOf<{ token: bigint }>(
    q,
    // An insert with a conflict would wait for a live holder's transaction. The new end is computed after the wait.
    sql`with free as materialized (
          select name from leases where name = ${name} and (expires_at <= clock_timestamp() or ${force}) for update
        ), taken as (
          update leases set holder = ${holder}, token = token + 1, address = ${address}, expires_at = ${later(ttlMs)}
            from free where leases.name = free.name returning token
        ), made as (
          insert into leases (name, holder, token, address, expires_at)
          select ${name}, ${holder}, 1, ${address}, ${later(ttlMs)}
           where not exists (select from leases where name = ${name}) on conflict (name) do nothing returning token
        )
        select token from taken union all select token from made`,
  );
  return taken?.token ?? null;
}

/** Extends a lease; false when another holder has taken it. One that ran out and that nobody took is still ours. */
export async function renewLease(
  q: Queryable,
  { name, token, ttlMs }: { name: string; token: bigint; ttlMs: number },
): Promise<boolean> {
  const renewed = await rowsOf(
    q,
    sql`update leases set expires_at = ${later(ttlMs)} where name = ${name} and token = ${token} returning token`,
  );
  return renewed.length > 0;
}

/** Releases a lease at once; the row stays, because of its token. Does nothing when another holder has taken it. */
export async function releaseLease(
  q: Queryable,
  { name, token }: { name: string; token: bigint },
): Promise<void> {
  await q.execute(
    sql`update leases set expires_at = clock_timestamp(), address = null where name = ${name} and token = ${token}`,
  );
}

/**
 * Ends a lease, no matter who holds it, once the holder's open transactions are over. Its holder can write nothing more
 * and has to acquire it again.
 */
export async function endLease(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`select from leases where name = ${name} for update`);
  await tx.execute(
    sql`update leases set token = token + 1, expires_at = clock_timestamp(), address = null where name = ${name}`,
  );
}

/** As long as the engine's lease: a process that stopped inside a transaction delays its successor no longer. */
const MAX_IDLE_MS = 4_000;

/**
 * Holds the lease until this transaction ends: nobody can take it before, while its holder renews it without waiting,
 * since a renewal changes no key. Throws LeaseLost when it is no longer ours, so that a holder that was paused cannot
 * write after its successor.
 */
export async function holdLease(tx: Tx, name: string, token: bigint): Promise<void> {
  const rows = await rowsOf(
    tx,
    sql`select set_config('idle_in_transaction_session_timeout', ${String(MAX_IDLE_MS)}, true)
          from leases where name = ${name} and token = ${token} and expires_at > clock_timestamp() for key share`,
  );
  if (rows.length === 0) throw new LeaseLost(`The lease ${name} with token ${token} is lost.`);
}

/** The current holder of a lease and where to reach it; null when nobody holds it. */
export async function leaseHolder(
  q: Queryable,
  name: string,
): Promise<{ holder: string; address: string | null } | null> {
  const [row] = await rowsOf<{ holder: string; address: string | null }>(
    q,
    sql`select holder, address from leases where name = ${name} and expires_at > clock_timestamp()`,
  );
  return row ?? null;
}
