import { forgetUnlockedTitle, useUnlockedTitles } from "../../foundation/live/unlocked-titles.ts";

/** Long enough to read a title and to decide. */
export const SHOWN_MS = 9_000;

/**
 * Counts the time for which a waiting title is on the screen and forgets the title when its moment is over. The count is
 * stopped by the function that it returns, and goes on from there the next time: where races follow each other fast, no
 * pause between them may be as long as a moment, and a title that began anew in each would hold back all others.
 */
export function countMoment(titleId: string): () => void {
  const { waiting } = useUnlockedTitles.getState();
  const before = waiting.find((one) => one.titleId === titleId)?.shownMs ?? 0;
  const since = performance.now();
  const timer = setTimeout(() => forgetUnlockedTitle(titleId), SHOWN_MS - before);
  return () => {
    clearTimeout(timer);
    const shownMs = before + performance.now() - since;
    useUnlockedTitles.setState((state) => ({
      waiting: state.waiting.map((one) => (one.titleId === titleId ? { ...one, shownMs } : one)),
    }));
  };
}
