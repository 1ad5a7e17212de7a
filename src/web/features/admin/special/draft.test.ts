import { describe, expect, it } from "vitest";
import { type Draft, phraseOf, termsOf, usualDraft, wrongFields } from "./draft.ts";

const wrong = (change: Partial<Draft>) => wrongFields({ ...usualDraft, ...change });

describe("the terms of a special race", () => {
  it("are at first a classic race without edge, of 1 SOL, 2 bets and 30 s", () => {
    expect(wrong({})).toEqual([]);
    expect(termsOf(usualDraft)).toEqual({
      raceType: "classic",
      houseEdge: 0,
      jackpotAmount: 1_000_000_000n,
      minBets: 2,
      countdownSeconds: 30,
    });
  });

  it("keep to their limits", () => {
    const right: Partial<Draft> = { houseEdge: "100", jackpot: "0", minBets: "1", countdown: "10" };
    expect(wrong(right)).toEqual([]);
    expect(termsOf({ ...usualDraft, ...right, houseEdge: "2.5" })).toMatchObject({
      houseEdge: 2.5,
      jackpotAmount: 0n,
      minBets: 1,
      countdownSeconds: 10,
    });
    for (const houseEdge of ["", "-1", "0.05", "100.1", "1e1", "abc"])
      expect(wrong({ houseEdge })).toEqual(["houseEdge"]);
    for (const jackpot of ["", "-1", "0.0000000001", "1,5"]) expect(wrong({ jackpot })).toEqual(["jackpot"]);
    for (const minBets of ["", "0", "1.5", "1001"]) expect(wrong({ minBets })).toEqual(["minBets"]);
    for (const countdown of ["", "9", "10.5", "3601"]) expect(wrong({ countdown })).toEqual(["countdown"]);
  });

  it("LIMITS-44 are typed once more where the edge is above 20%", () => {
    expect(phraseOf({ ...usualDraft, houseEdge: "20" })).toBeNull();
    expect(phraseOf({ ...usualDraft, houseEdge: "20.1" })).toBe("house_edge 20.1");
  });
});
