import { expect, it } from "vitest";
import { sol } from "../../foundation/live/testing/sol.ts";
import { translatorFor } from "../../foundation/words/translate.ts";
import { statTexts } from "./stats.ts";
import { playerWords } from "./words.en.ts";

const figures = {
  total_wagered: sol("21.35"),
  total_won: sol("23.03409"),
  races_played: 56,
  races_won: 12,
  referral_earnings: sol("0.857"),
};
const textsOf = (given: Parameters<typeof statTexts>[0]) => statTexts(given, translatorFor(playerWords));

it("the win rate is of the races, with one decimal, and N/A when nothing was wagered", () => {
  expect(textsOf(figures)).toEqual({
    totalWagered: "21.3500",
    totalWon: "23.0340",
    winRate: "21.4%",
    racesPlayed: "56",
    referralEarnings: "0.8570",
  });
  const none = { ...figures, total_wagered: sol("0"), races_played: 0, races_won: 0 };
  expect(textsOf(none).winRate).toBe("N/A");
  // The first bet is still running: it is wagered, and nothing is won or lost.
  expect(textsOf({ ...none, total_wagered: sol("1") }).winRate).toBe("N/A");
  expect(textsOf({ ...figures, races_won: 0 }).winRate).toBe("0.0%");
});

it("what is hidden is stars, what is nought is not", () => {
  const hidden = {
    total_wagered: null,
    total_won: null,
    races_played: null,
    races_won: null,
    referral_earnings: null,
  };
  expect(new Set(Object.values(textsOf(hidden)))).toEqual(new Set(["***"]));
  expect(textsOf({ ...figures, total_won: sol("0") }).totalWon).toBe("0.0000");
});
