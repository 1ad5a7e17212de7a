import { expect, it } from "vitest";
import { raceLabel } from "../../../../domain/race-label.ts";
import { raceIdOf } from "./race-id.ts";

it.each([
  "#12345",
  "12345",
  "#12 345",
  " 12\u2009345 ",
  "# 12\u00a0345",
  "race-12345",
  "Race-12345",
  "012345",
])("%j names race-12345", (text) => expect(raceIdOf(text)).toBe("race-12345"));

it("a race is named by its label", () => {
  for (const id of ["race-1", "race-999", "race-1000", "race-1234567"])
    expect(raceIdOf(raceLabel(id))).toBe(id);
});

it.each(["", "#", "a b", "#12a", "race_1", "<b>", "1".repeat(65)])("%j names none", (text) =>
  expect(raceIdOf(text)).toBe(null),
);
