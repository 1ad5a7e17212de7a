import { expect, it } from "vitest";
import { sol } from "../../foundation/live/testing/sol.ts";
import { translatorFor } from "../../foundation/words/translate.ts";
import { bonusText } from "./bonus-text.ts";
import { raceWords } from "./words.en.ts";

const covered = { bonus: sol("0.25"), fund: sol("0.75"), isCovered: true, minimumBet: null };
const textOf = (superfecta: Parameters<typeof bonusText>[0]) =>
  bonusText(superfecta, translatorFor(raceWords));

it("MONEY-14 promises no bonus that the fund does not hold, and neither sum rounded", () => {
  expect(textOf(covered)).toBe("Superfecta bonus 0.25 SOL");
  const refilling = { ...covered, fund: sol("0.012345678"), isCovered: false };
  expect(textOf(refilling)).toBe("Bonus refilling: 0.012345678 of 0.25 SOL");
  expect(textOf(null)).toBe("");
});
