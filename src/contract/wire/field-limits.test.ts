import { expect, it } from "vitest";
import { adminAnnouncements } from "../announcements/admin-announcements.ts";
import { houseWallets } from "../house-wallets/house-wallets.ts";
import { adminRaces } from "../races/admin-races.ts";
import { specialRaceTerms } from "../races/special-race-terms.ts";
import { amountIn, limitsOf, wholeIn } from "./field-limits.ts";
import { reason } from "./typed-text.ts";

const horse = adminRaces.saveHorse.body.shape;
const { amount } = houseWallets.transferManually.body.shape;
const { batchSize } = houseWallets.addPrivateKeys.body.shape;

it("FORMS-1 a form reads a field's limits from its schema", () => {
  expect(limitsOf(horse.name)).toEqual({ maxLength: 40 });
  expect(limitsOf(horse.description)).toEqual({ maxLength: 300 });
  expect(limitsOf(reason)).toEqual({ maxLength: 500 });
  expect(limitsOf(adminAnnouncements.createAnnouncement.body.shape.priority)).toEqual({
    min: -1_000,
    max: 1_000,
    step: 1,
  });
  expect(limitsOf(specialRaceTerms.countdownSeconds)).toEqual({ min: 10, max: 3_600, step: 1 });
  expect(limitsOf(specialRaceTerms.jackpotAmount)).toEqual({ min: 0, step: 0.01 });
  expect(limitsOf(amount)).toEqual({ min: 0.001, step: 0.001 });
});

it("FORMS-1 what is typed is read by the field's schema", () => {
  expect(amountIn(amount, " 0.002 ")).toBe(2_000_000n);
  for (const typed of ["", "0", "0.0001", "1e3", "-1", "x"]) expect(amountIn(amount, typed)).toBeNull();
  expect(wholeIn(batchSize, "50")).toBe(50);
  for (const typed of ["", "0", "51", "1.5", "x"]) expect(wholeIn(batchSize, typed)).toBeNull();
});
