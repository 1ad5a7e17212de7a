import { LRUCache } from "lru-cache";
import type { Clock } from "../ports.ts";

/** The most questions whose answers are kept at a time. */
const MOST_HELD = 1_000;

/**
 * Answers by their questions, each for as long as it holds (milliseconds); however many want one at once, it is asked for once. A
 * failure is forgotten.
 */
export function heldAnswers<Answer>(clock: Clock, holdsMs: number) {
  const held = new LRUCache<string, { readonly answer: Promise<Answer>; readonly atMs: number }>({
    max: MOST_HELD,
  });
  return (question: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const known = held.get(question);
    if (known && isWithin(clock, known.atMs, holdsMs)) return known.answer;
    const asking = { answer: ask(), atMs: clock.now() };
    held.set(question, asking);
    asking.answer.catch(() => {
      if (held.get(question) === asking) held.delete(question);
    });
    return asking.answer;
  };
}

/** The same for a single question. */
export function heldAnswer<Answer>(
  clock: Clock,
  holdsMs: number,
  ask: () => Promise<Answer>,
): () => Promise<Answer> {
  const answerOf = heldAnswers<Answer>(clock, holdsMs);
  return () => answerOf("", ask);
}

/** Not at a moment that a clock which was set back has yet to reach. */
export function isWithin(clock: Clock, atMs: number, holdsMs: number): boolean {
  const age = clock.now() - atMs;
  return age >= 0 && age < holdsMs;
}
