import type { Clock } from "../ports.ts";

/** What the server depends on, by name; a check resolves when it works, and rejects or is slow when it does not. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

const PATIENCE_MS = 3_000;

/** Runs all checks at once; one that rejects or does not answer in time is not ready. */
export function readiness(checks: ReadinessChecks, clock: Clock) {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const patience = new AbortController();
      const tooLate = clock.sleep(PATIENCE_MS, patience.signal).then(() => false);
      const works = check().then(
        () => true,
        () => false,
      );
      const ready = await Promise.race([works, tooLate]);
      patience.abort();
      return { name, ready };
    }),
  );
}
