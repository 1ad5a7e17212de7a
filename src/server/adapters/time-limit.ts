/**
 * The result of `work`. After `timeoutMs`, or once `outer` aborts, its signal aborts and the promise rejects with the
 * reason, even if the work ignores the signal. Timer and listeners end with the work: a signal of `AbortSignal.timeout`
 * or `AbortSignal.any` is never collected while anything listens to it.
 */
export async function withTimeLimit<Value>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
  outer?: AbortSignal,
): Promise<Value> {
  outer?.throwIfAborted();
  const ending = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener("abort", () => reject(ending.signal.reason as Error), { once: true });
  });
  const endWithOuter = () => ending.abort(outer?.reason);
  const timer = setTimeout(() => ending.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  outer?.addEventListener("abort", endWithOuter, { once: true });
  try {
    return await Promise.race([work(ending.signal), ended]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", endWithOuter);
  }
}
