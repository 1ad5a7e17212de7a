import type { Clock } from "../ports.ts";

interface Coalescer<T> {
  /** Emits at once, or once `everyMs` have passed since the last emission; a later value replaces the pending one. */
  push(value: T): void;
  /** Emits the pending value, so that nothing older follows what is sent next. */
  flush(): void;
}

/** Throttles states that replace each other: the last one is always emitted. */
export function coalesce<T>({ clock, everyMs }: { clock: Clock; everyMs: number }, emit: (value: T) => void) {
  let lastAt = Number.NEGATIVE_INFINITY;
  let waiting: { value: T } | null = null;
  let isAsleep = false;

  const flush = () => {
    if (waiting === null) return;
    const { value } = waiting;
    waiting = null;
    lastAt = clock.now();
    emit(value);
  };
  const wakeLater = async () => {
    isAsleep = true;
    // A flush in between restarts the interval: sleep again rather than emit too soon.
    while (waiting !== null) {
      const restMs = lastAt + everyMs - clock.now();
      if (restMs > 0) await clock.sleep(restMs);
      if (clock.now() - lastAt >= everyMs) flush();
    }
    isAsleep = false;
  };
  const push = (value: T) => {
    waiting = { value };
    if (clock.now() - lastAt >= everyMs) flush();
    else if (!isAsleep) void wakeLater();
  };
  return { push, flush } satisfies Coalescer<T>;
}
