import type { Clock } from "../../src/server/foundation/ports.ts";

/** A clock that stands still until it is advanced. */
export interface ManualClock extends Clock {
  /** Advances the time, waking sleepers in the order in which they are due; each wakes at its own time. */
  advance(ms: number): Promise<void>;
  /** How many sleepers are waiting. */
  readonly sleepers: number;
}

interface Sleeper {
  readonly wakesAt: number;
  readonly wake: () => void;
}

export function manualClock(startMs = Date.UTC(2026, 0, 1)): ManualClock {
  let nowMs = startMs;
  const sleepers = new Set<Sleeper>();

  const nextUntil = (untilMs: number) =>
    [...sleepers].filter(({ wakesAt }) => wakesAt <= untilMs).sort((a, b) => a.wakesAt - b.wakesAt)[0];

  return {
    now: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted || ms <= 0) return resolve();
        const wake = () => {
          sleepers.delete(sleeper);
          signal?.removeEventListener("abort", wake);
          resolve();
        };
        const sleeper = { wakesAt: nowMs + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", wake);
      }),
    async advance(ms) {
      const untilMs = nowMs + ms;
      for (let next = nextUntil(untilMs); next; next = nextUntil(untilMs)) {
        nowMs = Math.max(nowMs, next.wakesAt);
        next.wake();
        await turnOfTheEventLoop();
      }
      nowMs = untilMs;
      await turnOfTheEventLoop();
    },
    get sleepers() {
      return sleepers.size;
    },
  };
}

/** Lets woken code run until it waits again for I/O or for the clock. */
const turnOfTheEventLoop = () => new Promise<void>((resolve) => void setImmediate(resolve));
