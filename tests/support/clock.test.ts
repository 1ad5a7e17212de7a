import { describe, expect, it } from "vitest";
import { manualClock } from "./clock.ts";

describe("the manual clock", () => {
  it("wakes sleepers in the order they are due, each at its own time", async () => {
    const clock = manualClock(1_000);
    const woken: [string, number][] = [];
    void clock.sleep(20).then(() => woken.push(["b", clock.now()]));
    void clock.sleep(10).then(async () => {
      woken.push(["a", clock.now()]);
      await clock.sleep(15);
      woken.push(["c", clock.now()]);
    });
    await clock.advance(24);
    expect(woken).toEqual([
      ["a", 1_010],
      ["b", 1_020],
    ]);
    await clock.advance(1);
    expect(woken.at(-1)).toEqual(["c", 1_025]);
    expect([clock.now(), clock.sleepers]).toEqual([1_025, 0]);
  });

  it("a sleep ends at once when its signal aborts", async () => {
    const clock = manualClock();
    const stop = new AbortController();
    const sleeping = clock.sleep(60_000, stop.signal);
    stop.abort();
    await sleeping;
    await clock.sleep(60_000, stop.signal);
    expect(clock.sleepers).toBe(0);
  });
});
