/** The longest that orders may have to wait. */
const SLICE_MS = 40;
const TELL_EVERY_MS = 250;
const KEEP_EVERY_MS = 1_000;

/** The visitor wants the run to pause. */
export class Paused extends Error {
  override readonly name = "Paused";
}

interface Sliced {
  readonly isPausing: () => boolean;
  /** Reports to the page how far the run is. */
  readonly tell: () => void;
  /** Copies the state that can be continued: the run itself changes with each line. */
  readonly remember: () => void;
  /** Stores that copy for another visit. */
  readonly keep: () => Promise<void>;
}

interface RunPoint {
  /** Whether the run can be continued from this point. */
  readonly isKeepable: boolean;
  /** The day whose file is being read. */
  readonly day: string | null;
}

export interface TimeSlices {
  /** Called when a run begins. */
  readonly begin: () => void;
  /**
   * Must be called at each record, and awaited unless it returns undefined. Lets orders in, reports how far the run is,
   * and stores what can be continued. Throws {@link Paused} when the visitor wants to pause.
   */
  readonly turn: (place: RunPoint) => Promise<void> | undefined;
}

/** Time slicing for a worker that reads record after record and accepts orders between slices. */
export function timeSlices({ isPausing, tell, remember, keep }: Sliced): TimeSlices {
  let [slicedAt, toldAt, keptAt] = [0, 0, 0];

  async function letIn(at: number, isKeepable: boolean): Promise<void> {
    if (at - toldAt >= TELL_EVERY_MS) {
      toldAt = at;
      tell();
    }
    if (isKeepable) remember();
    if (isKeepable && at - keptAt >= KEEP_EVERY_MS) {
      keptAt = at;
      await keep();
    }
    await wait(0);
    slicedAt = performance.now();
    if (isPausing()) throw new Paused();
  }

  return {
    begin: () => {
      slicedAt = performance.now();
    },
    turn({ isKeepable, day }) {
      const at = performance.now();
      const isFileEnd = isKeepable && day !== null;
      return isFileEnd || at - slicedAt >= SLICE_MS ? letIn(at, isKeepable) : undefined;
    },
  };
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
