import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  celebrateTitle,
  forgetUnlockedTitles,
  useUnlockedTitles,
} from "../../foundation/live/unlocked-titles.ts";
import { countMoment, SHOWN_MS } from "./title-moment.ts";

beforeEach(() => {
  vi.useFakeTimers();
  forgetUnlockedTitles();
});
afterEach(() => vi.useRealTimers());

const waiting = () => useUnlockedTitles.getState().waiting.map(({ title }) => title);

it("a title that races interrupt again and again has its moment in parts, and the next one follows", () => {
  celebrateTitle({ titleId: "title-a", title: "A" });
  celebrateTitle({ titleId: "title-b", title: "B" });
  const part = SHOWN_MS / 4;
  for (let race = 0; race < 3; race++) {
    const stop = countMoment("title-a");
    vi.advanceTimersByTime(part);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(waiting()).toEqual(["A", "B"]);
  }
  const stop = countMoment("title-a");
  vi.advanceTimersByTime(part);
  expect(waiting()).toEqual(["B"]);
  stop();
  expect(waiting()).toEqual(["B"]);
});
