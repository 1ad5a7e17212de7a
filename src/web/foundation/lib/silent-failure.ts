/** The minimum interval before the same failure is logged again: polling would otherwise fill the log. */
const AGAIN_AFTER_MS = 60_000;

const loggedAt = new Map<string, number>();

/**
 * For failures that the page must not show (rule LIMITS-17): they go to the browser's log, each at most once a minute.
 *
 * @param what what failed, in plain words
 */
export function logSilentFailure(what: string, why: unknown): void {
  const now = performance.now();
  const last = loggedAt.get(what);
  if (last !== undefined && now - last < AGAIN_AFTER_MS) return;
  loggedAt.set(what, now);
  console.warn(`${what} failed.`, why);
}
