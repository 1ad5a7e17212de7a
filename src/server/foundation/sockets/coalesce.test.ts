import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../../../tests/support/clock.ts";
import { coalesce } from "./coalesce.ts";

describe("states that replace each other", () => {
  it("go out at most once in the given time, and the last one always", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 40 }), async (pauses) => {
        const clock = manualClock(0);
        const sent: { at: number; value: number }[] = [];
        const { push } = coalesce<number>({ clock, everyMs: 250 }, (value) => {
          sent.push({ at: clock.now(), value });
        });
        for (const [value, pauseMs] of pauses.entries()) {
          push(value);
          await clock.advance(pauseMs);
        }
        await clock.advance(1_000);
        expect(sent.at(-1)?.value).toBe(pauses.length === 0 ? undefined : pauses.length - 1);
        for (const [index, { at, value }] of sent.entries()) {
          const before = sent[index - 1];
          if (before === undefined) continue;
          expect(at - before.at).toBeGreaterThanOrEqual(250);
          expect(value).toBeGreaterThan(before.value);
        }
        expect(clock.sleepers).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it("go out before what is flushed after them", async () => {
    const clock = manualClock(0);
    const sent: string[] = [];
    const states = coalesce<string>({ clock, everyMs: 250 }, (value) => sent.push(value));
    states.push("one");
    states.push("two");
    states.flush();
    sent.push("start");
    states.push("three");
    await clock.advance(249);
    expect(sent).toEqual(["one", "two", "start"]);
    await clock.advance(1);
    expect(sent).toEqual(["one", "two", "start", "three"]);
  });
});
