import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { withTimeLimit } from "./time-limit.ts";

const never = () => new Promise<never>(() => undefined);

describe("a time limit", () => {
  it("answers what the work comes to, and fails as it fails", async () => {
    expect(await withTimeLimit(1_000, async () => 7)).toBe(7);
    await expect(withTimeLimit(1_000, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  });

  it("ends work that does not look at its signal", async () => {
    let seen: AbortSignal | undefined;
    const late = withTimeLimit(20, (signal) => {
      seen = signal;
      return never();
    });
    await expect(late).rejects.toThrow("no answer within 20 ms");
    expect(seen?.aborted).toBe(true);
  });

  it("ends with the signal of who asked, also one that has aborted before", async () => {
    const outer = new AbortController();
    const waiting = withTimeLimit(60_000, never, outer.signal);
    outer.abort(new Error("nobody waits any more"));
    await expect(waiting).rejects.toThrow("nobody waits any more");
    await expect(withTimeLimit(60_000, never, outer.signal)).rejects.toThrow("nobody waits any more");
  });

  it("leaves nothing behind, whether the work ended in time or not", async () => {
    const signals: WeakRef<AbortSignal>[] = [];
    const remember = (signal: AbortSignal) => void signals.push(new WeakRef(signal));
    const outer = new AbortController();
    for (let call = 0; call < 50; call += 1) {
      const inTime = async (signal: AbortSignal) => remember(signal);
      const tooLate = (signal: AbortSignal) => {
        remember(signal);
        return never();
      };
      await withTimeLimit(60_000, inTime, outer.signal);
      await withTimeLimit(1, (signal) => withTimeLimit(60_000, tooLate, signal)).catch(() => undefined);
    }
    setFlagsFromString("--expose-gc");
    runInNewContext("gc")();
    // What just ran may still be on the stack.
    expect(signals.filter((signal) => signal.deref() !== undefined).length).toBeLessThanOrEqual(2);
    expect(signals).toHaveLength(100);
  });
});
