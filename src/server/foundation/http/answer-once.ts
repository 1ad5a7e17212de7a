import { createHash } from "node:crypto";
import { and, eq, lte, sql } from "drizzle-orm";
import { DAY_MS } from "../../../domain/day-length.ts";
import { requestFor } from "../../../contract/wire/client.ts";
import type { Endpoint, Input } from "../../../contract/wire/endpoint.ts";
import { writeRefusal } from "../../../contract/wire/wire.ts";
import { refuse } from "../../../domain/result.ts";
import type { Db } from "../db/database.ts";
import { isRowOf, type KeyedCall, KeyOfOtherRequest, runKeyed } from "../db/keyed-transaction.ts";
import { idempotencyKeys } from "../db/schema/idempotency-keys.ts";
import type { Clock } from "../ports.ts";

/** Status and body of an answer. */
export interface Answer {
  readonly status: number;
  readonly body: object;
}

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
}

type KeyedRequest = Omit<KeyedCall, "at">;

/** Answers a request that carries a key, running `handle` unless the same request was answered before. */
export type AnswerOnce = (request: KeyedRequest, handle: () => Promise<Answer>) => Promise<Answer>;

const LIFE_MS = DAY_MS;
/** Keys of one wallet and call at a time: more than a page sends in a day (rule IDEM-4). */
const MAX_KEYS = 2_000;

const conflict: Answer = writeRefusal(refuse("IDEMPOTENCY_CONFLICT"));
const full: Answer = writeRefusal(refuse("IDEMPOTENCY_KEYS_FULL"));

/**
 * The same request has the same answer, for at least 24 hours (rules IDEM-2 and IDEM-3). A repetition waits while the
 * first runs here; one that runs elsewhere is waited for by its effect's transaction. Successes are stored. A failure
 * is not: the next attempt runs the handler again, but an effect that is in the database does not happen again.
 */
export function answersOnce(ports: Ports): AnswerOnce {
  const running = new Map<string, Promise<void>>();
  return async (request, handle) => {
    const id = JSON.stringify([request.wallet, request.call, request.key]);
    for (let other = running.get(id); other !== undefined; other = running.get(id)) await other;
    const answering = answerOnce(ports, request, handle);
    const end = () => void running.delete(id);
    running.set(id, answering.then(end, end));
    return answering;
  };
}

async function answerOnce(
  ports: Ports,
  request: KeyedRequest,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  const stored = await readStored(ports.db, request);
  if (stored === null && (await countKeys(ports.db, request)) >= MAX_KEYS) return full;
  if (stored !== null && stored.content !== request.content) return conflict;
  if (stored?.answer) return stored.answer;
  const call = { ...request, at: new Date(ports.clock.now()) };
  try {
    const answer = await runKeyed(call, handle);
    if (answer.status < 300) return await store(ports.db, call, answer);
    if (answer.status >= 500) return answer;
    return (await waitForAnswer(ports, request)) ?? answer;
  } catch (error) {
    if (error instanceof KeyOfOtherRequest) return conflict;
    throw error;
  }
}

interface Stored {
  readonly content: string;
  /** Null while nothing but the effect is stored. */
  readonly answer: Answer | null;
}

async function readStored(db: Db, request: KeyedRequest): Promise<Stored | null> {
  const { content, status, answer } = idempotencyKeys;
  const [row] = await db.select({ content, status, answer }).from(idempotencyKeys).where(isRowOf(request));
  return row === undefined ? null : { content: row.content, answer: answerOf(row) };
}

const answerOf = ({
  status,
  answer,
}: {
  readonly status: number | null;
  readonly answer: string | null;
}): Answer | null =>
  status === null || answer === null ? null : { status, body: JSON.parse(answer) as object };

/** Per call, so that a wallet's other calls cannot use up the keys of its withdrawals. */
const countKeys = (db: Db, { wallet, call }: KeyedRequest) =>
  db.$count(idempotencyKeys, and(eq(idempotencyKeys.wallet, wallet), eq(idempotencyKeys.call, call)));

/** Stores the answer, unless a concurrent repetition was first, and returns the one that is stored. */
async function store(
  db: Db,
  { wallet, call, key, content, at: createdAt }: KeyedCall,
  { status, body }: Answer,
): Promise<Answer> {
  const answer = JSON.stringify(body);
  const [row] = await db
    .insert(idempotencyKeys)
    .values({ wallet, call, key, content, createdAt, status, answer })
    .onConflictDoUpdate({
      target: [idempotencyKeys.wallet, idempotencyKeys.call, idempotencyKeys.key],
      set: {
        status: sql`coalesce(${idempotencyKeys.status}, excluded.status)`,
        answer: sql`coalesce(${idempotencyKeys.answer}, excluded.answer)`,
      },
      setWhere: sql`${idempotencyKeys.content} = excluded.content`,
    })
    .returning({ status: idempotencyKeys.status, answer: idempotencyKeys.answer });
  return row === undefined ? conflict : (answerOf(row) ?? conflict);
}

const LOOKS = 20;
const LOOK_EVERY_MS = 100;

/**
 * The answer that another process is about to store for an effect which made this repetition's checks refuse; null if
 * there is no such effect, or its process ended.
 */
async function waitForAnswer({ db, clock }: Ports, request: KeyedRequest): Promise<Answer | null> {
  for (let look = 1; ; look += 1) {
    const stored = await readStored(db, request);
    if (stored?.content !== request.content) return null;
    if (stored.answer !== null || look === LOOKS) return stored.answer;
    await clock.sleep(LOOK_EVERY_MS);
  }
}

/** Fields of a body that are neither compared nor stored. */
const LEFT_OUT: ReadonlySet<string> = new Set(["masterPassword"]);

/** What makes two requests the same: the path with its parameters and the body as the contract writes it, hashed. */
export function contentOf<E extends Endpoint>(endpoint: E, input: Input<E>): string {
  const { path, body } = requestFor(endpoint, input as never);
  const compared: unknown = JSON.parse(body ?? "null", (name, value: unknown) =>
    LEFT_OUT.has(name) ? undefined : value,
  );
  return createHash("sha256")
    .update(JSON.stringify([path, compared]))
    .digest("base64url");
}

/** Housekeeping: deletes the keys that are older than 24 hours. */
export async function deleteOldKeys({ db, clock }: Ports): Promise<void> {
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, new Date(clock.now() - LIFE_MS)));
}
