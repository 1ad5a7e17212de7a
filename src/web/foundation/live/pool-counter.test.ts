import { expect, it } from "vitest";
import { POOL_COUNTER_MS } from "./pool-counter.ts";
import { tweenedTo } from "../lib/use-tween.ts";

it("the pool's counter runs for 800 ms from what it shows to the new pool, without going past it", () => {
  expect(POOL_COUNTER_MS).toBe(800);
  const values = [0, 200, 400, 600, 799].map((ms) => tweenedTo(3, 1, ms / POOL_COUNTER_MS));
  expect(values[0]).toBe(1);
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  for (const value of values.slice(1)) {
    expect(value).toBeGreaterThan(1);
    expect(value).toBeLessThan(3);
  }
  expect(tweenedTo(3, 1, 1)).toBe(3);
  expect(tweenedTo(3, 1, 1.2)).toBe(3);
});
