import { expect, it } from "vitest";
import { openBetSlip, pickHorse, showBetStep, typeAmount, useBetSlip } from "./bet-slip.ts";

it("PAGE-8 another race starts with an empty slip, the same one keeps what was typed", () => {
  openBetSlip("race-7");
  pickHorse(3);
  typeAmount("0.4");
  openBetSlip("race-7");
  expect(useBetSlip.getState()).toMatchObject({ raceId: "race-7", horseId: 3, amount: "0.4" });
  showBetStep({ kind: "failed", text: "Failed to place bet", hint: null });
  openBetSlip("race-8");
  expect(useBetSlip.getState()).toMatchObject({ raceId: "race-8", horseId: null, amount: "0.1", step: null });
});
