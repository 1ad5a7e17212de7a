import { expect, it } from "vitest";
import { freezeRaceSettings } from "../../../domain/race-settings.ts";
import { settingsFrom } from "../../../domain/settings.ts";
import { translatorFor } from "../words/translate.ts";
import { raceTypeLabel } from "./race-phase.ts";
import { exampleRace } from "./testing/example-race.ts";
import { liveWords } from "./words.en.ts";

it("RACE-12 a classic race is said to last 12 s, a sprint 8 s, and the longest, the Marathon, 15 s", () => {
  const labels = (["classic", "sprint", "endurance"] as const).map((raceType) => {
    const { durationMs } = freezeRaceSettings(settingsFrom([]), { raceType });
    return raceTypeLabel(exampleRace({ race_type: raceType, durationMs }), translatorFor(liveWords));
  });
  expect(labels).toEqual(["Classic · 12 s", "Sprint Race · 8 s", "Marathon · 15 s"]);
});
