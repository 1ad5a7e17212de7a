import { expect, it } from "vitest";
import { createPace } from "./pace.ts";

/** The answers at frames that come at a fixed interval in ms, from a moment on. */
function framesOf(pace: (at: number) => boolean, from: number, everyMs: number, count: number): boolean[] {
  return Array.from({ length: count }, (_, frame) => pace(from + frame * everyMs));
}

it("always has time while frames come as they should", () => {
  expect(framesOf(createPace(), 0, 16.7, 200)).not.toContain(false);
});

it("rests for a third of a second after a frame that came late, then goes on", () => {
  const pace = createPace();
  framesOf(pace, 0, 16, 100);
  const after = framesOf(pace, 1632, 16, 30);
  expect(after[0]).toBe(false);
  expect(after.indexOf(true) * 16).toBeGreaterThanOrEqual(300);
  expect(after.indexOf(true) * 16).toBeLessThan(320);
  expect(after.slice(after.indexOf(true))).not.toContain(false);
});

it("takes a slow screen for what it is", () => {
  expect(framesOf(createPace(), 0, 33.3, 200).slice(60)).not.toContain(false);
});
