import { afterEach, beforeEach, expect, it } from "vitest";
import { type ManualClock, manualClock } from "../../../tests/support/clock.ts";
import { type ToldChanges, toldChanges } from "./db/change-news.ts";
import { repeat, type Rest } from "./loop.ts";

const EVERY_MS = 100;

let clock: ManualClock;
let changes: ToldChanges;
let end: AbortController;
let rounds: number[];
const errors: unknown[] = [];
beforeEach(() => {
  clock = manualClock(0);
  changes = toldChanges();
  end = new AbortController();
  rounds = [];
  errors.length = 0;
});
afterEach(() => end.abort());

/** Starts a loop that is woken by bets and whose rounds call `round`; resolves when the loop sleeps. */
async function start(round: () => Promise<Rest> = async () => 5_000) {
  const ended = repeat(
    {
      clock,
      changes,
      everyMs: EVERY_MS,
      wokenBy: ["bets"],
      signal: end.signal,
      onError: (error) => errors.push(error),
    },
    () => {
      rounds.push(clock.now());
      return round();
    },
  );
  await clock.advance(0);
  return { ended };
}

it("IDLE-1 a loop rests for as long as its round said that nothing is due", async () => {
  await start();
  await clock.advance(14_000);
  expect(rounds).toEqual([0, 5_000, 10_000]);
});

it("IDLE-1 what it waits for ends the rest at once, and what it does not wait for never", async () => {
  await start();
  await clock.advance(1_000);
  changes.tell("settings");
  await clock.advance(0);
  expect(rounds).toEqual([0]);
  changes.tell("bets");
  await clock.advance(0);
  expect(rounds).toEqual([0, 1_000]);
});

it("IDLE-1 what changes during a round or the pause after it is looked at after the pause", async () => {
  let isFirst = true;
  await start(async () => {
    if (isFirst) changes.tell("bets");
    isFirst = false;
    return 5_000;
  });
  await clock.advance(150);
  expect(rounds).toEqual([0, EVERY_MS]);
  changes.tell("bets");
  await clock.advance(EVERY_MS);
  expect(rounds).toEqual([0, EVERY_MS, 2 * EVERY_MS]);
});

it("IDLE-1 rounds never follow each other closer than the pause, whatever is told", async () => {
  await start();
  for (let ms = 0; ms < 1_000; ms += 10) {
    changes.tell("bets");
    await clock.advance(10);
  }
  expect(rounds).toHaveLength(1_000 / EVERY_MS + 1);
});

it("IDLE-1 a round that answers nothing, or fails, is followed by another after the pause", async () => {
  let isFailing = true;
  await start(async () => {
    isFailing = !isFailing;
    if (isFailing) throw new Error("it failed");
  });
  await clock.advance(350);
  expect(rounds).toEqual([0, 100, 200, 300]);
  expect(errors).toHaveLength(2);
});

it("IDLE-1 a step that throws before it promises anything is told, and the loop goes on", async () => {
  await start(() => {
    throw new Error("at once");
  });
  await clock.advance(250);
  expect(rounds).toEqual([0, 100, 200]);
  expect(errors).toHaveLength(3);
});

it("IDLE-1 a loop that rests ends at once when it is to end", async () => {
  const { ended } = await start();
  await clock.advance(1_000);
  end.abort();
  await ended;
  expect(clock.sleepers).toBe(0);
});
