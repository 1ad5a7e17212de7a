import { words } from "../../../foundation/words/words.ts";

/** Quicker ways to a stake, for players. */
export const stakeToolsWords = words("bets/stake-tools", {
  again: "Bet again: {amount} on {number}",
  double: "Double the amount",
  half: "Half the amount",
  lastStake: "Last stake: {amount}",
  max: "Max",
  maxAbout: "The most that you can bet",
});
