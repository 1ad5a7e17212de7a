import { createHash } from "node:crypto";
import type { Random } from "./random.ts";

/** Something that acts in the simulated world and can die or pause: a server process or a player. */
export interface Actor {
  readonly name: string;
  isAlive: boolean;
  /** Nothing of the actor runs before this time: a paused machine. */
  pausedUntilMs: number;
}

interface Operation {
  readonly actor: Actor;
  readonly label: string;
  readonly run: () => Promise<void>;
}

interface Timer {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** Reports a broken invariant to the runner of the simulation. */
export class Violation extends Error {
  override readonly name = "Violation";
}

/**
 * Time and order in the simulated world. Everything that any actor does beyond computing passes through here, and the
 * seed picks one of all the things that could happen next; so one seed is one history.
 */
export interface World {
  nowMs(): number;
  /** Parks a call to the outside world until its turn. Never resolves for an actor that has died meanwhile. */
  operation<T>(actor: Actor, label: string, run: () => Promise<T>): Promise<T>;
  /** Schedules `run` for that time or later. */
  at(atMs: number, run: () => void): void;
  sleep(actor: Actor, ms: number, signal?: AbortSignal): Promise<void>;
  /** Lets one thing happen. */
  step(): Promise<void>;
  note(line: string): void;
  /** Ends the run because an invariant does not hold. */
  fail(violation: Error): void;
  readonly failure: Error | null;
  readonly steps: number;
  traceHash(): string;
  /** The last lines of the trace. */
  tail(): readonly string[];
}

const tailLength = 400;
/** In real time, since a busy machine may take long over an operation. */
const SETTLING_MS = 30_000;

const turnOfTheEventLoop = () => new Promise<void>((resolve) => void setImmediate(resolve));

export function openWorld(random: Random, startMs: number): World {
  let nowMs = startMs;
  let order = 0;
  let steps = 0;
  let failure: Error | null = null;
  const ready: Operation[] = [];
  const timers: Timer[] = [];
  const tail: string[] = [];
  let hash = createHash("sha256");
  let unhashed = 0;

  function note(line: string) {
    const text = `${nowMs - startMs} ${line}`;
    hash.update(text);
    unhashed += 1;
    tail.push(text);
    if (tail.length > 2 * tailLength) tail.splice(0, tailLength);
  }

  function at(atMs: number, run: () => void) {
    order += 1;
    push(timers, { atMs, order, run });
  }

  /** Runs code until all of it is waiting for its turn again. */
  async function settle(isDone: () => boolean) {
    const sinceMs = performance.now();
    while (performance.now() - sinceMs < SETTLING_MS) {
      await turnOfTheEventLoop();
      if (isDone()) return;
    }
    throw new Error(
      "something waits for what only another turn could bring, e.g. a port inside a transaction",
    );
  }

  async function perform({ actor, label, run }: Operation) {
    if (!actor.isAlive) return;
    if (actor.pausedUntilMs > nowMs) {
      at(actor.pausedUntilMs, () => void ready.push({ actor, label, run }));
      return;
    }
    note(`${actor.name} ${label}`);
    let isDone = false;
    run().then(
      () => (isDone = true),
      (error: unknown) => {
        isDone = true;
        failure ??= error instanceof Error ? error : new Error(String(error));
      },
    );
    await settle(() => isDone);
    if (random.chance(0.3)) nowMs += random.below(12);
  }

  return {
    nowMs: () => nowMs,
    at,
    note,

    operation<T>(actor: Actor, label: string, run: () => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        if (!actor.isAlive) return;
        ready.push({
          actor,
          label,
          run: async () => {
            try {
              const value = await run();
              if (actor.isAlive) resolve(value);
            } catch (error) {
              const violation = violationIn(error);
              if (violation) throw violation;
              if (actor.isAlive) reject(error);
            }
          },
        });
      });
    },

    sleep: (actor, ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted || ms <= 0) return resolve();
        let isOver = false;
        const wake = () => {
          if (isOver || !actor.isAlive) return;
          if (actor.pausedUntilMs > nowMs) return at(actor.pausedUntilMs, wake);
          isOver = true;
          signal?.removeEventListener("abort", wake);
          resolve();
        };
        signal?.addEventListener("abort", wake);
        at(nowMs + ms, wake);
      }),

    async step() {
      steps += 1;
      const next = timers[0];
      const isTimerDue = next !== undefined && next.atMs <= nowMs;
      if (ready.length > 0 && !(isTimerDue && random.chance(0.5))) {
        const place = random.below(ready.length);
        const [operation] = ready.splice(place, 1);
        if (operation) await perform(operation);
        return;
      }
      if (next === undefined) throw new Error("nothing can happen any more");
      pop(timers);
      nowMs = Math.max(nowMs, next.atMs);
      next.run();
      await turnOfTheEventLoop();
    },

    fail(violation) {
      failure ??= violation;
    },
    get failure() {
      return failure;
    },
    get steps() {
      return steps;
    },
    traceHash() {
      const digest = hash.digest("hex");
      hash = createHash("sha256").update(digest);
      return `${digest.slice(0, 32)}/${unhashed}`;
    },
    tail: () => tail.slice(-tailLength),
  };
}

/** Finds a violation, even one wrapped by code that it passed through. */
function violationIn(error: unknown): Violation | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof Violation) return at;
  return null;
}

const isBefore = (a: Timer, b: Timer) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

function push(heap: Timer[], timer: Timer) {
  let place = heap.push(timer) - 1;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    const above = heap[parent] as Timer;
    if (!isBefore(timer, above)) break;
    heap[place] = above;
    place = parent;
  }
  heap[place] = timer;
}

function pop(heap: Timer[]) {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Timer, heap[child] as Timer)) child += 1;
    if (!isBefore(heap[child] as Timer, last)) break;
    heap[place] = heap[child] as Timer;
    place = child;
  }
  heap[place] = last;
}
