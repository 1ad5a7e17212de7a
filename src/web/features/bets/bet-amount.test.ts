import { describe, expect, it } from "vitest";
import { refusals } from "../../../contract/wire/refusals.ts";
import { exampleRace } from "../../foundation/live/testing/example-race.ts";
import { sol } from "../../foundation/live/testing/sol.ts";
import { checkBet, readPresets, readStake } from "./bet-amount.ts";

describe("a stake", () => {
  const bounds = exampleRace();

  it("LIMITS-3 is above zero, with the text of the specification", () => {
    for (const text of ["", ".", "0", "0.0", "abc"])
      expect(readStake(text, bounds)).toMatchObject({ code: "INVALID_BET_AMOUNT" });
    expect(refusals.INVALID_BET_AMOUNT.text).toBe("Please enter a valid bet amount");
    expect(readStake("0.1", bounds)).toEqual({ ok: true, value: sol("0.1") });
  });

  it("names the bound that it breaks", () => {
    expect(readStake("0.001", bounds)).toMatchObject({
      code: "BET_TOO_SMALL",
      message: expect.stringContaining("0.01 SOL"),
    });
    expect(readStake("11", bounds)).toMatchObject({
      code: "BET_TOO_LARGE",
      message: expect.stringContaining("10 SOL"),
    });
  });
});

describe("a bet", () => {
  const input = { text: "0.1", horseId: 4, race: exampleRace(), hasBet: false, isOpen: true };

  it("needs a horse and an amount", () => {
    expect(checkBet({ ...input, horseId: null })).toMatchObject({ code: "BET_INPUT_MISSING" });
    expect(checkBet({ ...input, text: "" })).toMatchObject({ code: "BET_INPUT_MISSING" });
    expect(refusals.BET_INPUT_MISSING.text).toBe("Please select a horse and enter a bet amount");
    expect(checkBet(input)).toEqual({ ok: true, value: { horseId: 4, amount: sol("0.1") } });
  });

  it("BET-4 is the only one of a player in a race", () => {
    expect(checkBet({ ...input, hasBet: true })).toMatchObject({ code: "ALREADY_BET" });
    expect(refusals.ALREADY_BET.text).toBe("You have already placed a bet on this race");
  });

  it("RACE-11 needs an open race", () => {
    expect(checkBet({ ...input, isOpen: false })).toMatchObject({ code: "BETTING_CLOSED" });
  });
});

it("takes four presets, each above zero, and nothing else", () => {
  expect(readPresets(["0.1", "0.25", "0.5", "1"])).toMatchObject({ ok: true });
  for (const bad of [
    ["0.1", "0.25", "0.5"],
    ["0", "1", "1", "1"],
    ["", "1", "1", "1"],
    ["1", "1", "1", "x"],
  ]) {
    expect(readPresets(bad)).toMatchObject({ code: "PRESETS_INVALID" });
  }
  expect(refusals.PRESETS_INVALID.text).toBe("All amounts must be positive numbers");
});
