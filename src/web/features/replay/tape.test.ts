import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  elapsedOn,
  insertTape,
  isAtEnd,
  isPlaying,
  pause,
  play,
  restart,
  seek,
  setSpeed,
  speeds,
  type Tape,
} from "./tape.ts";

const START = 1_790_000_000_000;
const playing = insertTape(12_000, START, true);

describe("a tape", () => {
  it("plays from the start, or waits there", () => {
    expect(elapsedOn(playing, START + 700)).toBe(700);
    const waiting = insertTape(12_000, START, false);
    expect(elapsedOn(waiting, START + 700)).toBe(0);
    expect(elapsedOn(play(waiting, START + 700), START + 800)).toBe(100);
  });

  it("stands while it is paused and goes on from there", () => {
    const paused = pause(playing, START + 3000);
    expect(isPlaying(paused)).toBe(false);
    expect(elapsedOn(paused, START + 60_000)).toBe(3000);
    expect(elapsedOn(play(paused, START + 60_000), START + 60_500)).toBe(3500);
  });

  it("goes at half and at double speed without a jump", () => {
    const slow = setSpeed(playing, 0.5, START + 2000);
    expect(elapsedOn(slow, START + 2000)).toBe(2000);
    expect(elapsedOn(slow, START + 4000)).toBe(3000);
    expect(elapsedOn(setSpeed(slow, 2, START + 4000), START + 5000)).toBe(5000);
    const paused = setSpeed(pause(playing, START + 1000), 2, START + 9000);
    expect(elapsedOn(paused, START + 20_000)).toBe(1000);
    expect(elapsedOn(play(paused, START + 20_000), START + 21_000)).toBe(3000);
  });

  it("stops at its end, and plays again from the start", () => {
    const late = START + 60_000;
    expect(elapsedOn(playing, late)).toBe(18_000);
    expect(isAtEnd(playing, late)).toBe(true);
    expect(elapsedOn(play(pause(playing, late), late), late)).toBe(0);
    expect(elapsedOn(restart(playing, late), late + 5)).toBe(5);
  });
});

type Step = readonly [waitMs: number, change: (tape: Tape, now: number) => Tape];

it("never leaves the race, whatever is pressed", () => {
  const change = fc.oneof(
    fc.constantFrom(play, pause, restart),
    fc.integer({ min: -50_000, max: 50_000 }).map((ms) => (tape: Tape, now: number) => seek(tape, ms, now)),
    fc.constantFrom(...speeds).map((speed) => (tape: Tape, now: number) => setSpeed(tape, speed, now)),
  );
  const steps: fc.Arbitrary<Step[]> = fc.array(fc.tuple(fc.integer({ min: 0, max: 9000 }), change));
  fc.assert(
    fc.property(steps, (presses) => {
      let [tape, now] = [playing, START];
      for (const [waitMs, press] of presses) {
        now += waitMs;
        tape = press(tape, now);
        expect(elapsedOn(tape, now)).toBeGreaterThanOrEqual(0);
        expect(elapsedOn(tape, now + 100_000)).toBeLessThanOrEqual(tape.endMs);
      }
    }),
  );
});
