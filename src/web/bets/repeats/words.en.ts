import { words } from "../../words/words.ts";

/** The texts of repeats. */
export const repeatWords = words("bets/repeats", {
  repeatAmount: "Amount per race",
  repeatFavourite: "The favourite at the time",
  repeatHorse: "Horse",
  repeatIncomplete: "Please fill in amount, races and stop.",
  repeatLeft: "Repeat: {left} of {races} races left · {amount} SOL",
  repeatMoney: "It is taken from your balance ({balance} SOL free). Winnings go to your wallet.",
  repeatNet: "Net so far {net} SOL",
  repeatRaces: "Races",
  repeatRacesWrong: "Please enter 1 to 50 races",
  repeatRunning: "Running repeat",
  repeatSame: "Same number as my last bet",
  repeatStart: "Start Repeat",
  repeatStarted: "Repeat started",
  repeatStartFailed: "Failed to start the repeat",
  repeatStop: "Stop at loss of",
  repeatStopFailed: "Failed to stop the repeat",
  repeatStopped: "Repeat stopped",
  repeatStopWrong: "The stop must be at least the amount of one bet",
  repeatTerms: "{amount} SOL in each of {races} races. You lose at most {most} SOL.",
  repeatTitle: "Repeat a Bet",
  stop: "Stop",
});
