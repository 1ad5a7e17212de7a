import fc from "fast-check";
import { expect, it } from "vitest";
import { lamports } from "../../domain/lamports.ts";
import { parseUsername } from "../../domain/username.ts";
import { bettorName } from "./names.ts";
import { type OpenRace, planBet } from "./plan-bet.ts";

const SOL = 1_000_000_000n;
const race: OpenRace = {
  status: "pending",
  horseIds: [11, 12, 13, 14, 15, 16],
  minBet: lamports(SOL / 100n),
  maxBet: lamports(10n * SOL),
  bettingOpensAt: 1000,
  countdownEndsAt: null,
  now: 2000,
};
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

it("bets between 0.02 and 0.3 SOL on a horse of the race, in time to be confirmed", () => {
  const left = fc.option(fc.integer({ min: 3000, max: 60_000 }));
  fc.assert(
    fc.property(fc.array(chance, { minLength: 3, maxLength: 3 }), left, (chances, leftMs) => {
      const countdownEndsAt = leftMs === null ? null : race.now + leftMs;
      const plan = planBet({ ...race, countdownEndsAt }, () => chances.shift() ?? 0);
      expect(race.horseIds).toContain(plan?.horseId);
      expect(plan!.amount).toBeGreaterThanOrEqual(SOL / 50n);
      expect(plan!.amount).toBeLessThanOrEqual((3n * SOL) / 10n);
      expect(plan!.waitMs).toBeLessThanOrEqual((leftMs ?? 60_000) - 3000);
    }),
  );
});

it("stays within the race's own bounds", () => {
  const high = { ...race, minBet: lamports(SOL) };
  expect(planBet(high, () => 0.5)?.amount).toBe(SOL);
  const low = { ...race, minBet: lamports(1n), maxBet: lamports(5n) };
  expect(planBet(low, () => 0.5)?.amount).toBe(5n);
});

it("makes no bet before betting opens, too late to be confirmed, or after the close", () => {
  expect(planBet({ ...race, countdownEndsAt: race.now + 2999 }, () => 0)).toBeNull();
  expect(planBet({ ...race, bettingOpensAt: null }, () => 0)).toBeNull();
  expect(planBet({ ...race, bettingOpensAt: 2001 }, () => 0)).toBeNull();
  expect(planBet({ ...race, status: "active" }, () => 0)).toBeNull();
});

it("has names that the game takes, and another for every attempt", () => {
  for (let bettor = 0; bettor < 30; bettor++) {
    const names = Array.from({ length: 20 }, (_, attempt) => bettorName(bettor, attempt));
    expect(new Set(names).size).toBe(20);
    for (const name of names) expect(parseUsername(name)).toMatchObject({ ok: true });
  }
  const firsts = Array.from({ length: 30 }, (_, bettor) => bettorName(bettor, 0));
  expect(new Set(firsts).size).toBe(30);
});
