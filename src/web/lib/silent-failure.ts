/** The same failure is logged again after this long at the earliest: what polls would otherwise fill the log. */
const AGAIN_AFTER_MS = 60_000;

const loggedAt = new Map<string, number>();

/**
 * For failures that the page is to be silent about (rule LIMITS-17): they stand in the browser's log, each at most once
 * a minute.
 *
 * @param what what failed, as one would say it
 */
export function logSilentFailure(what: string, why: unknown): void {
  const now = performance.now();
  const last = loggedAt.get(what);
  if (last !== undefined && now - last < AGAIN_AFTER_MS) return;
  loggedAt.set(what, now);
  console.warn(`${what} failed.`, why);
}
