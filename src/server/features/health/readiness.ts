import type { Clock } from "../../foundation/ports.ts";

interface ReadinessCheck {
  /** Resolves with null when it works, or with what is wrong; a rejection is not ready either. */
  readonly ask: () => Promise<string | null>;
  /**
   * The question may wait for its turn, which says nothing about what is asked, and ends by itself: meanwhile the
   * previous answer stands.
   */
  readonly mayWait?: boolean;
}

/** What the server depends on, by name. */
export type ReadinessChecks = Readonly<Record<string, ReadinessCheck>>;

interface Dependency {
  readonly name: string;
  /** What is wrong; null when it is ready. */
  readonly problem: string | null;
}

const PATIENCE_MS = 3_000;
/** Whoever asks more often gets the same answer, so that nobody can keep the database or the node busy with it. */
const HOLDS_MS = 2_000;

const silent = "does not answer";

/** Runs all checks at once, at most every two seconds; one that does not answer in time is not ready. */
export function openReadiness(checks: ReadinessChecks, clock: Clock): () => Promise<readonly Dependency[]> {
  const reads = Object.entries(checks).map(([name, check]) => ({ name, read: readerOf(check, clock) }));
  return () => Promise.all(reads.map(async ({ name, read }) => ({ name, problem: await read() })));
}

function readerOf({ ask, mayWait = false }: ReadinessCheck, clock: Clock): () => Promise<string | null> {
  let last: string | null = silent;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let asking = Promise.resolve<string | null>(null);

  async function askInTime(): Promise<string | null> {
    const patience = new AbortController();
    const answered = ask()
      .catch(() => silent)
      .then((problem) => (last = problem));
    const tooLate = clock.sleep(PATIENCE_MS, patience.signal).then(() => (mayWait ? last : silent));
    const problem = await Promise.race([answered, tooLate]);
    patience.abort();
    return problem;
  }

  return () => {
    if (clock.now() - askedAtMs >= HOLDS_MS) {
      askedAtMs = clock.now();
      asking = askInTime();
    }
    return asking;
  };
}
