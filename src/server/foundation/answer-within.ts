import type { Clock } from "./ports.ts";

/** The answer; rejects if it takes longer. What was asked goes on nevertheless. */
export async function answerWithin<T>(clock: Clock, ms: number, answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const late = clock.sleep(ms, answered.signal).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    answered.abort();
  }
}
