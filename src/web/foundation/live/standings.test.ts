import { expect, it } from "vitest";
import { initialRaceState, reduceRace } from "./race-state.ts";
import { standingsOf } from "./standings.ts";
import { exampleRace, T0 } from "./testing/example-race.ts";

const places = [3, 6, 1, 5, 2, 4];
const race = exampleRace({
  status: "active",
  startsAt: new Date(T0),
  motionSeed: "0123456789abcdef0123456789abcdef",
  places,
});
const at = (ms: number) =>
  standingsOf(reduceRace(initialRaceState, { type: "fetched", race, yourBet: null }, T0 + ms));

it("knows no order before the start", () => {
  expect(at(-1)).toBeNull();
});

it("RACE-8 ends in the order of the places, at the line", () => {
  expect(at(12_000)).toMatchObject({ order: places, metresToGo: 0, progress: 1 });
});

it("names a leader once the field has left the gate, and has metres to go until the time is up", () => {
  expect(at(100)).toMatchObject({ isClear: false });
  expect(at(1500)).toMatchObject({ isClear: true });
  expect(at(11_990)).toMatchObject({ metresToGo: 5 });
});

it("counts down the metres to go", () => {
  const [early, late] = [at(2000), at(9000)];
  expect(early?.metresToGo).toBeGreaterThan(late?.metresToGo ?? Number.POSITIVE_INFINITY);
  expect(early?.progress).toBeCloseTo(1 / 6);
});
