import { expect, it } from "vitest";
import { raceLabel } from "./race-label.ts";

it.each([
  ["race-48213", "#48\u2009213"],
  ["race-1", "#1"],
  ["7", "#7"],
  ["abc-def-ghi", "#abc-def-"],
])("calls %s %s", (id, label) => {
  expect(raceLabel(id)).toBe(label);
});
