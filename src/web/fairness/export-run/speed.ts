/** Over which the speed is measured. */
const SPEED_MS = 3_000;
const LEAST_MS = 200;

/** How many races a second a run goes through. */
export interface Speed {
  /** Of late; null where it is too early to say. */
  readonly ofLate: (races: number) => number | null;
  /** From the beginning of the run; null where there was none. */
  readonly ofRun: (races: number) => number | null;
}

/** Begins to measure, with the races that there are by then. */
export function measureSpeed(begunWith: number): Speed {
  const begunAt = performance.now();
  let mark = { at: begunAt, races: begunWith };
  let perSecond: number | null = null;
  return {
    ofLate(races) {
      const at = performance.now();
      const spanMs = at - mark.at;
      if (spanMs < LEAST_MS) return perSecond;
      perSecond = (1_000 * (races - mark.races)) / spanMs;
      if (spanMs >= SPEED_MS) mark = { at, races };
      return perSecond;
    },
    ofRun: (races) =>
      races > begunWith ? (1_000 * (races - begunWith)) / Math.max(1, performance.now() - begunAt) : null,
  };
}
