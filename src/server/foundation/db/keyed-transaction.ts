import { AsyncLocalStorage } from "node:async_hooks";
import { deserialize, serialize } from "node:v8";
import { and, eq } from "drizzle-orm";
import type { Result } from "../../../domain/result.ts";
import type { Db, Queryable, Tx } from "./database.ts";
import { idempotencyKeys } from "./schema/idempotency-keys.ts";
import { inTransaction } from "./transaction.ts";

/** A call that carries an idempotency key. */
export interface KeyedCall {
  readonly wallet: string;
  /** Name of the endpoint. */
  readonly call: string;
  readonly key: string;
  /** Hash of the request without its secrets. */
  readonly content: string;
  readonly at: Date;
}

/** The key belongs to another request of the same wallet and call. */
export class KeyOfOtherRequest extends Error {
  override readonly name = "KeyOfOtherRequest";
}

interface Running extends KeyedCall {
  hasEffect: boolean;
  /** The context outlives the call in whatever the call set going. */
  isOver: boolean;
}

const context = new AsyncLocalStorage<Running>();

function runningCall(): Running | null {
  const call = context.getStore();
  return call === undefined || call.isOver ? null : call;
}

/** Runs a call's handler, whose {@link inTransactionOnce} then stores the key. */
export async function runKeyed<T>(call: KeyedCall, handle: () => Promise<T>): Promise<T> {
  const running = { ...call, hasEffect: false, isOver: false };
  try {
    return await context.run(running, handle);
  } finally {
    running.isOver = true;
  }
}

/** Whether the caller said by a key which request this is. */
export const isKeyed = (): boolean => runningCall() !== null;

export const isRowOf = ({ wallet, call, key }: Pick<KeyedCall, "wallet" | "call" | "key">) =>
  and(eq(idempotencyKeys.wallet, wallet), eq(idempotencyKeys.call, call), eq(idempotencyKeys.key, key));

/**
 * Runs the transaction of a call's effect, once per idempotency key (rule IDEM-2): it stores the key together with what
 * `work` returned, and where the key is already stored, returns that instead. So the effect happens once, wherever a
 * process dies, and a concurrent repetition in any process waits for the first. A refusal stores nothing. Without a key
 * it is {@link inTransaction}. A call has at most one such transaction; what `work` returns is plain data.
 *
 * @throws KeyOfOtherRequest
 */
export async function inTransactionOnce<T, Code extends string>(
  db: Db,
  work: (tx: Tx) => Promise<Result<T, Code>>,
): Promise<Result<T, Code>> {
  const call = runningCall();
  if (call === null) return inTransaction(db, work);
  if (call.hasEffect) throw new Error(`${call.call} has a second effect`);
  const { wallet, call: name, key, content, at: createdAt } = call;
  const result = await inTransaction(db, async (tx): Promise<Result<T, Code>> => {
    const stored = await tx
      .insert(idempotencyKeys)
      .values({ wallet, call: name, key, content, createdAt })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    if (stored.length === 0) {
      const earlier = await readEarlierEffect<T>(tx);
      if (earlier === null) throw new Error(`${call.call} was answered without its effect`);
      return earlier;
    }
    const done = await work(tx);
    const row = isRowOf(call);
    if (done.ok)
      await tx
        .update(idempotencyKeys)
        .set({ effect: serialize(done) })
        .where(row);
    else await tx.delete(idempotencyKeys).where(row);
    return done;
  });
  call.hasEffect = result.ok;
  return result;
}

/**
 * What the transaction of this call returned to an earlier attempt with its key; null if there was none. A call whose
 * checks refuse once it has had its effect asks before them.
 *
 * @throws KeyOfOtherRequest
 */
export async function readEarlierEffect<T>(q: Queryable): Promise<Result<T, never> | null> {
  const call = runningCall();
  if (call === null) return null;
  const [earlier] = await q.select().from(idempotencyKeys).where(isRowOf(call));
  if (earlier === undefined) return null;
  if (earlier.content !== call.content) throw new KeyOfOtherRequest(call.call);
  return earlier.effect === null ? null : (deserialize(earlier.effect) as Result<T, never>);
}
