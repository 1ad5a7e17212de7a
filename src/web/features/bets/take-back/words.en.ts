import { words } from "../../../foundation/words/words.ts";

/** The texts of taking a lone bet back. */
export const takeBackWords = words("bets/take-back", {
  takeBack: "Take the Bet Back",
  takeBackFailed: "Failed to take the bet back",
  takeBackIn: "If nobody joins, you can take the bet back in {time}.",
  takenBack: "Your bet is back in your balance",
});
