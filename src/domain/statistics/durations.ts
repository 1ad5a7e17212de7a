/** How long something took each time, in milliseconds: a histogram of bounded size, however often it happened. */
export interface Durations {
  /** By index of the step. */
  readonly counts: number[];
  count: number;
  sumMs: number;
  mostMs: number;
}

/** Ten steps for each decade, the preferred numbers R10 of ISO 3, from a tenth of a second to about eleven days. */
const STEPS = [1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8];
const DECADES_MS = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
const edgesMs: readonly number[] = DECADES_MS.flatMap((decade) => STEPS.map((step) => step * decade));

export const noDurations = (): Durations => ({ counts: [], count: 0, sumMs: 0, mostMs: 0 });

/** Adds one duration; a negative one, which a clock that was set can cause, counts as zero. */
export function addDuration(durations: Durations, ms: number): void {
  const took = Math.max(0, ms);
  const at = stepOf(took);
  while (durations.counts.length <= at) durations.counts.push(0);
  durations.counts[at] = (durations.counts[at] ?? 0) + 1;
  durations.count += 1;
  durations.sumMs += took;
  durations.mostMs = Math.max(durations.mostMs, took);
}

/** Index of the first step that is not below a time; one past the last for a time above all. */
function stepOf(ms: number): number {
  let [low, high] = [0, edgesMs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edgesMs[middle] ?? 0) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface DurationReport {
  readonly count: number;
  readonly meanMs: number | null;
  /** Half of them, and 95 of 100, took at most this long: the upper end of a step, a quarter above the lower. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  readonly mostMs: number | null;
  /** From the first step that is not empty to the last. */
  readonly steps: readonly { readonly fromMs: number; readonly toMs: number; readonly count: number }[];
}

export function durationReport({ counts, count, sumMs, mostMs }: Durations): DurationReport {
  const isSome = count > 0;
  const steps = counts.map((times, at) => ({
    fromMs: at === 0 ? 0 : (edgesMs[at - 1] ?? 0),
    toMs: edgesMs[at] ?? mostMs,
    count: times,
  }));
  const atMost = (share: number) => {
    let below = 0;
    const step = steps.find(({ count: times }) => (below += times) >= share * count);
    return Math.min(step?.toMs ?? mostMs, mostMs);
  };
  return {
    count,
    meanMs: isSome ? sumMs / count : null,
    medianMs: isSome ? atMost(0.5) : null,
    p95Ms: isSome ? atMost(0.95) : null,
    mostMs: isSome ? mostMs : null,
    steps: steps.slice(
      Math.max(
        0,
        counts.findIndex((times) => times > 0),
      ),
    ),
  };
}
