import { words } from "../../../foundation/words/words.ts";

/** The bets of the race, as they come in. */
export const liveBetWords = words("races/live-bets", {
  amountsHidden: "Amounts hidden",
  betsInSol: { one: "{count} bet · SOL", other: "{count} bets · SOL" },
  hideBets: "Hide the bets",
  latestBets: "The latest bets, newest first",
  liveBets: "Live Bets",
  noBets: "No bets in this race yet.",
  playMoney: "Play money",
  showBets: "Show the bets",
  won: "won",
  you: "You",
});
