import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PlayerRecord, achievements, achievementsOf, titleIdOf } from "./achievements.ts";

const nothing: PlayerRecord = {
  races: 0n,
  wins: 0n,
  bestStreak: 0n,
  wagered: 0n,
  jackpots: 0n,
  referrals: 0n,
};
const names = Object.keys(nothing) as (keyof PlayerRecord)[];
const record = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.bigInt({ min: 0n, max: 2_000_000_000_000n })])) as {
    [Name in keyof PlayerRecord]: fc.Arbitrary<bigint>;
  },
);
const slugs = (of: PlayerRecord) => achievementsOf(of).map(({ slug }) => slug);

describe("achievements", () => {
  it("TITLE-2 are the first win, streaks, races, wagers, a jackpot and referrals", () => {
    expect(achievements.map(({ slug }) => slug)).toEqual([
      "first-win",
      "streak-3",
      "streak-4",
      "races-10",
      "races-100",
      "races-1000",
      "wagered-10",
      "wagered-100",
      "wagered-1000",
      "jackpot",
      "referrals-5",
    ]);
    expect(new Set(achievements.map(({ name }) => name)).size).toBe(achievements.length);
    expect(achievements.map(titleIdOf).every((id) => /^[0-9a-z-]{1,64}$/.test(id))).toBe(true);
  });

  it("TITLE-2 each is done at its goal and not a step before it", () => {
    for (const { slug, counts, goal } of achievements) {
      expect(slugs({ ...nothing, [counts]: goal })).toContain(slug);
      expect(slugs({ ...nothing, [counts]: goal - 1n })).not.toContain(slug);
    }
    expect(slugs(nothing)).toEqual([]);
  });

  it("TITLE-2 none is undone by more races, wins, stakes or referrals", () => {
    fc.assert(
      fc.property(record, record, (before, more) => {
        const after = { ...before };
        for (const name of names) after[name] = before[name] + more[name];
        expect(slugs(after)).toEqual(expect.arrayContaining(slugs(before)));
      }),
    );
  });

  it("TITLE-1 an achievement looks at its own count alone", () => {
    fc.assert(
      fc.property(record, fc.constantFrom(...achievements), (any, { slug, counts, goal }) => {
        expect(slugs({ ...any, [counts]: goal - 1n })).not.toContain(slug);
        expect(slugs({ ...any, [counts]: goal })).toContain(slug);
      }),
    );
  });
});
