import { LRUCache } from "lru-cache";
import type { Clock } from "../ports.ts";

/** Maximum number of questions whose answers are cached at a time. */
const MAX_HELD = 1_000;

/**
 * Caches answers by question, each for `holdsMs` milliseconds; concurrent requests for the same one share a single
 * call. A failure is not cached.
 */
export function cachedAnswers<Answer>(clock: Clock, holdsMs: number) {
  const cache = new LRUCache<string, { readonly answer: Promise<Answer>; readonly atMs: number }>({
    max: MAX_HELD,
  });
  return (question: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const known = cache.get(question);
    if (known && isWithin(clock, known.atMs, holdsMs)) return known.answer;
    const asking = { answer: ask(), atMs: clock.now() };
    cache.set(question, asking);
    asking.answer.catch(() => {
      if (cache.get(question) === asking) cache.delete(question);
    });
    return asking.answer;
  };
}

/** The same for a single question. */
export function cachedAnswer<Answer>(
  clock: Clock,
  holdsMs: number,
  ask: () => Promise<Answer>,
): () => Promise<Answer> {
  const answerOf = cachedAnswers<Answer>(clock, holdsMs);
  return () => answerOf("", ask);
}

/** False if `atMs` is in the future because the clock was set back. */
export function isWithin(clock: Clock, atMs: number, holdsMs: number): boolean {
  const age = clock.now() - atMs;
  return age >= 0 && age < holdsMs;
}
