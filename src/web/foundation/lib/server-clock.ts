/** One request for the server's time: when it was sent and answered here, and what the server said. */
export interface TimeSample {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly serverAt: number;
}

/** A sample older than this says little about now: clocks drift and machines sleep. */
const SAMPLE_LIFE_MS = 5 * 60_000;
const KEPT_SAMPLES = 12;

const roundTrip = (sample: TimeSample): number => sample.receivedAt - sample.sentAt;

/**
 * Server time minus local time in ms, from the sample with the least round trip: the error is at most half of that
 * trip. Zero without samples.
 */
export function estimateOffset(samples: readonly TimeSample[]): number {
  let best: TimeSample | null = null;
  for (const sample of samples) if (best === null || roundTrip(sample) < roundTrip(best)) best = sample;
  return best === null ? 0 : best.serverAt - (best.sentAt + best.receivedAt) / 2;
}

/** Adds a sample and drops those that are too old or too many; impossible samples are ignored. */
export function withSample(samples: readonly TimeSample[], sample: TimeSample): readonly TimeSample[] {
  if (roundTrip(sample) < 0) return samples;
  const young = samples.filter(({ receivedAt }) => sample.receivedAt - receivedAt < SAMPLE_LIFE_MS);
  return [...young, sample].slice(-KEPT_SAMPLES);
}

/** How far two local clocks may part before one of them is taken to have stood still or to have been set. */
const PARTED_MS = 250;

/** Local time that is unaffected by changes to the computer's clock. It stands still while a machine sleeps. */
const localNow = (): number => performance.timeOrigin + performance.now();

const gapNow = (): number => Date.now() - localNow();

let samples: readonly TimeSample[] = [];
let offsetMs = 0;
/** Of the computer's clock and {@link localNow}, when the last sample was taken. */
let gapMs = gapNow();

const hasMovedFrom = (gap: number): boolean => Math.abs(gapNow() - gap) > PARTED_MS;

/** Whether the machine has slept since the samples were taken, or its clock was set: they say nothing about now. */
export const haveClocksParted = (): boolean => hasMovedFrom(gapMs);

/** The server's time now, in ms since the Unix epoch. */
export const serverNow = (): number => localNow() + offsetMs;

/** Adjusts the clock with one more sample; those from before the clocks parted are forgotten. */
export function noteServerTime(sample: TimeSample): void {
  samples = withSample(haveClocksParted() ? [] : samples, sample);
  gapMs = gapNow();
  offsetMs = estimateOffset(samples);
}

/** Calls `ask` for the server's time a few times and sets the clock by the best answer. */
export async function syncServerClock(ask: () => Promise<Date>, times = 4): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const gap = gapNow();
    const sentAt = localNow();
    const serverAt = (await ask()).getTime();
    // Asked before the machine slept and answered after it: nobody knows how long that took.
    if (!hasMovedFrom(gap)) noteServerTime({ sentAt, receivedAt: localNow(), serverAt });
  }
}
