import { describe, expect, it } from "vitest";
import { type Lamports, lamports } from "./lamports.ts";
import { checkSpecialRace, specialRaceDefaults } from "./special-race.ts";

describe("a special race", () => {
  it("LIMITS-9 a special race is checked field by field", () => {
    expect(checkSpecialRace(specialRaceDefaults)).toEqual({ ok: true, value: specialRaceDefaults });
    const field = (change: object) => {
      const checked = checkSpecialRace({ ...specialRaceDefaults, ...change });
      return checked.ok ? null : checked.field;
    };
    expect(field({ houseEdgeBps: 10_010 })).toBe("houseEdge");
    expect(field({ houseEdgeBps: 255 })).toBe("houseEdge");
    expect(field({ houseEdgeBps: 250, minBets: 1, countdownMs: 10_000 })).toBeNull();
    expect(field({ jackpot: -1n as Lamports })).toBe("jackpotAmount");
    expect(field({ minBets: 0 })).toBe("minBets");
    expect(field({ countdownMs: 9000 })).toBe("countdownSeconds");
    expect(field({ raceType: "derby" })).toBe("raceType");
  });
});
