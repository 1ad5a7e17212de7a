import { expect, it } from "vitest";
import { sol } from "../../foundation/live/testing/sol.ts";
import { translatorFor } from "../../foundation/words/translate.ts";
import { streakNote } from "./streak-note.ts";
import { betWords } from "./words.en.ts";

const terms = { bonus: sol("0.5"), fund: sol("0.5"), isCovered: true, minimumBet: sol("0.081284300") };
const noteFor = (superfecta: Parameters<typeof streakNote>[0], amount: string) =>
  streakNote(superfecta, amount, translatorFor(betWords));

it("MONEY-15 says of a bet that it is too small to count for the streak, to the lamport", () => {
  expect(noteFor(terms, "0.0812843")).toBeNull();
  expect(noteFor(terms, "0.081284299")).toBe("Only bets of 0.0812843 SOL or more count for the win streak.");
  expect(noteFor({ ...terms, minimumBet: null }, "10")).toBe(
    "No bet in this race counts for the win streak.",
  );
  for (const typed of ["", ".", "0"]) expect(noteFor(terms, typed)).toBeNull();
  expect(noteFor(null, "0.01")).toBeNull();
});
