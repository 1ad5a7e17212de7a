/** Time window over which the speed is measured. */
const SPEED_MS = 3_000;
const MIN_MS = 200;

/** How many races per second a run processes. */
export interface Speed {
  /** Recent speed; null while it is too early to say. */
  readonly ofLate: (races: number) => number | null;
  /** Speed since the beginning of the run; null if there was no run. */
  readonly ofRun: (races: number) => number | null;
}

/** Starts measuring, given the number of races already processed. */
export function measureSpeed(begunWith: number): Speed {
  const begunAt = performance.now();
  let mark = { at: begunAt, races: begunWith };
  let perSecond: number | null = null;
  return {
    ofLate(races) {
      const at = performance.now();
      const spanMs = at - mark.at;
      if (spanMs < MIN_MS) return perSecond;
      perSecond = (1_000 * (races - mark.races)) / spanMs;
      if (spanMs >= SPEED_MS) mark = { at, races };
      return perSecond;
    },
    ofRun: (races) =>
      races > begunWith ? (1_000 * (races - begunWith)) / Math.max(1, performance.now() - begunAt) : null,
  };
}
