import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyRaceChange, raceChange } from "./race-change.ts";
import { MAX_RACE_BETS } from "./race-shape.ts";

const horse = (id: number) =>
  fc.record({
    id: fc.constant(id),
    name: fc.constantFrom("Comet", "Thunder"),
    odds: fc.option(fc.constantFrom(1, 2)),
  });
const bet = fc.record({
  id: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
  user_wallet: fc.option(fc.constantFrom("x", "y")),
  payout_amount: fc.option(fc.constantFrom(1, 2)),
});
const race = fc.record({
  id: fc.constantFrom("race-1", "race-2"),
  status: fc.constantFrom("pending", "countdown"),
  totalPool: fc.nat(3),
  beacon: fc.option(fc.record({ slot: fc.option(fc.nat(2)) })),
  bets: fc.uniqueArray(bet, { selector: ({ id }) => id, maxLength: 6 }),
  horses: fc.tuple(...[1, 2, 3].map(horse)),
});

const bets = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ id: `b-${to - at}`, payout_amount: null }));

describe("a change of a race", () => {
  it("makes of the race before the race after, or there is none", () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(race, race, (before, after) => {
        const change = raceChange(before, after);
        expect(change === null ? after : applyRaceChange(before, change)).toEqual(after);
        expect(change === null || before.id === after.id).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("holds what changed and nothing else", () => {
    const horses = [
      { id: 1, name: "Comet", odds: 2 },
      { id: 2, name: "Thunder", odds: null },
    ];
    const before = { id: "race-1", status: "pending", totalPool: 1, horses, bets: bets(0, 1) };
    const after = {
      ...before,
      totalPool: 3,
      horses: [horses[0], { ...horses[1], odds: 4 }],
      bets: bets(0, 2),
    };
    expect(raceChange(before, after)).toEqual({
      id: "race-1",
      totalPool: 3,
      horses: [{ id: 2, odds: 4 }],
      bets: [{ id: "b-2", payout_amount: null }],
    });
    expect(raceChange(after, after)).toEqual({ id: "race-1" });
  });

  it("lets the oldest bets make room for new ones", () => {
    const before = { id: "race-1", bets: bets(0, MAX_RACE_BETS), horses: [] };
    const after = { ...before, bets: bets(3, MAX_RACE_BETS + 3) };
    const change = raceChange(before, after);
    expect(change).toMatchObject({ bets: bets(MAX_RACE_BETS, MAX_RACE_BETS + 3) });
    expect(applyRaceChange(before, change!)).toEqual(after);
  });

  it("is none where a bet is gone", () => {
    const before = { id: "race-1", bets: bets(0, 3), horses: [] };
    expect(raceChange(before, { ...before, bets: bets(0, 2) })).toBeNull();
  });
});
