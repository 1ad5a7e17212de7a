import { beforeEach, describe, expect, it } from "vitest";
import type { Race } from "../../../contract/races/race-shape.ts";
import { initialRaceState, type RaceState } from "./race-state.ts";
import { exampleRace, T0 } from "./testing/example-race.ts";
import {
  celebrateTitle,
  forgetUnlockedTitle,
  forgetUnlockedTitles,
  leavesMoment,
  useUnlockedTitles,
} from "./unlocked-titles.ts";

const during = (changes: Partial<Race>, more: Partial<RaceState> = {}): boolean =>
  leavesMoment({ ...initialRaceState, loaded: true, now: T0, race: exampleRace(changes), ...more });

describe("a moment for a title", () => {
  it("is left before the race and after its winner was shown", () => {
    expect(leavesMoment({ ...initialRaceState, loaded: true })).toBe(true);
    expect(during({ status: "pending" })).toBe(true);
    expect(during({ status: "countdown", countdownEndsAt: new Date(T0 + 20_000) })).toBe(true);
    expect(during({ status: "completed" })).toBe(true);
    expect(during({ status: "refunded" })).toBe(true);
  });

  it("is not left from the end of the countdown until the winner was shown", () => {
    expect(leavesMoment(initialRaceState)).toBe(false);
    expect(during({ status: "countdown", countdownEndsAt: new Date(T0 + 9_000) })).toBe(false);
    expect(during({ status: "countdown", countdownEndsAt: new Date(T0 - 1) })).toBe(false);
    expect(during({ status: "active", startsAt: null })).toBe(false);
    expect(during({ status: "active", startsAt: new Date(T0 + 500) })).toBe(false);
    expect(during({ status: "active", startsAt: new Date(T0 - 5_000), durationMs: 12_000 })).toBe(false);
    expect(during({ status: "active", startsAt: new Date(T0 - 13_000), durationMs: 12_000 })).toBe(false);
    const race = exampleRace({ status: "completed" });
    const result = { race, yourBet: null, places: [], payoutPerStake: 2, showFrom: T0, showUntil: T0 + 1 };
    expect(during({ status: "completed" }, { result })).toBe(false);
  });
});

describe("unlocked titles", () => {
  beforeEach(forgetUnlockedTitles);
  const waiting = () => useUnlockedTitles.getState().waiting.map(({ title }) => title);

  it("wait for each other in their order, each once, and go with the account", () => {
    celebrateTitle({ titleId: "title-a", title: "A" });
    celebrateTitle({ titleId: "title-b", title: "B" });
    celebrateTitle({ titleId: "title-a", title: "A" });
    expect(waiting()).toEqual(["A", "B"]);
    forgetUnlockedTitle("title-a");
    expect(waiting()).toEqual(["B"]);
    forgetUnlockedTitles();
    expect(waiting()).toEqual([]);
  });
});
