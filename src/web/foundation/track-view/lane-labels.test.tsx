import { renderToStaticMarkup } from "react-dom/server";
import { createStore } from "zustand";
import { expect, it } from "vitest";
import { RaceProvider } from "../live/race-store.ts";
import { initialRaceState, reduceRace } from "../live/race-state.ts";
import { exampleRace, T0 } from "../live/testing/example-race.ts";
import { LaneLabels } from "./lane-labels.tsx";

const race = exampleRace({ status: "countdown", countdownEndsAt: new Date(T0 + 8000) });

function labelsAt(ms: number): string {
  const state = reduceRace(initialRaceState, { type: "fetched", race, yourBet: null }, T0 + ms);
  return renderToStaticMarkup(
    <RaceProvider value={createStore(() => state)}>
      <LaneLabels race={race} />
    </RaceProvider>,
  );
}

it("lanes say how many bets they have until 5 s before the close, and then no more", () => {
  expect(labelsAt(2999).match(/1 bet</g)).toHaveLength(2);
  expect(labelsAt(3000)).not.toMatch(/\d bets?</);
  expect(labelsAt(3000)).toContain("Midnight Runner");
});
