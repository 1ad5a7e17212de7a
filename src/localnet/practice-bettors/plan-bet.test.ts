import fc from "fast-check";
import { expect, it } from "vitest";
import { lamports } from "../../domain/lamports.ts";
import { parseUsername } from "../../domain/username.ts";
import { bettorName } from "./names.ts";
import { type OpenRace, chooseHorse, planBet, styleOf } from "./plan-bet.ts";

const SOL = 1_000_000_000n;
const horses = [11, 12, 13, 14, 15, 16].map((id) => ({ id, stakes: lamports(0n) }));
const race: OpenRace = {
  status: "pending",
  horses,
  minBet: lamports(SOL / 100n),
  maxBet: lamports(10n * SOL),
  bettingOpensAt: 1000,
  countdownEndsAt: null,
  now: 2000,
};
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const bettor = fc.integer({ min: 0, max: 50 });

it("bets between 0.02 and 0.3 SOL on a horse of the race, in time to be confirmed", () => {
  const left = fc.option(fc.integer({ min: 3000, max: 60_000 }));
  fc.assert(
    fc.property(bettor, fc.array(chance, { minLength: 3, maxLength: 3 }), left, (number, chances, leftMs) => {
      const open = { ...race, countdownEndsAt: leftMs === null ? null : race.now + leftMs };
      const random = () => chances.shift() ?? 0;
      const plan = planBet(open, styleOf(number), random);
      expect(plan!.amount).toBeGreaterThanOrEqual(SOL / 50n);
      expect(plan!.amount).toBeLessThanOrEqual((3n * SOL) / 10n);
      expect(plan!.waitMs).toBeLessThanOrEqual((leftMs ?? 60_000) - 3000);
      expect(horses.map(({ id }) => id)).toContain(chooseHorse(open, styleOf(number), random));
    }),
  );
});

it("backs every horse, whatever the chances, when as many as come by themselves bet in turn", () => {
  fc.assert(
    fc.property(fc.infiniteStream(chance), (chances) => {
      const stakes = new Map(horses.map(({ id }) => [id, lamports(0n)]));
      const random = () => chances.next().value ?? 0;
      // Bettors who look at the odds come after the others.
      for (const number of [0, 2, 4, 6, 1, 3, 5, 7]) {
        const seen = { ...race, horses: horses.map(({ id }) => ({ id, stakes: stakes.get(id) ?? null })) };
        const id = chooseHorse(seen, styleOf(number), random)!;
        stakes.set(id, lamports(stakes.get(id)! + planBet(seen, styleOf(number), random)!.amount));
      }
      expect([...stakes.values()].filter((amount) => amount === 0n)).toEqual([]);
    }),
  );
});

it("bets on any horse while the amounts are hidden", () => {
  const hidden = { ...race, horses: horses.map(({ id }) => ({ id, stakes: null })) };
  expect(chooseHorse(hidden, styleOf(1), () => 0)).toBe(11);
  expect(chooseHorse(hidden, styleOf(1), () => 0.99)).toBe(16);
});

it("stays within the race's own bounds", () => {
  const high = { ...race, minBet: lamports(SOL) };
  expect(planBet(high, styleOf(0), () => 0.5)?.amount).toBe(SOL);
  const low = { ...race, minBet: lamports(1n), maxBet: lamports(5n) };
  expect(planBet(low, styleOf(1), () => 0.5)?.amount).toBe(5n);
});

it("makes no bet before betting opens, too late to be confirmed, or after the close", () => {
  const plan = (change: Partial<OpenRace>) => planBet({ ...race, ...change }, styleOf(0), () => 0);
  expect(plan({ countdownEndsAt: race.now + 2999 })).toBeNull();
  expect(plan({ bettingOpensAt: null })).toBeNull();
  expect(plan({ bettingOpensAt: 2001 })).toBeNull();
  expect(plan({ status: "active" })).toBeNull();
  expect(chooseHorse({ ...race, status: "active" }, styleOf(0), () => 0)).toBeNull();
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
