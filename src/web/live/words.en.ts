import { words } from "../words/words.ts";

/** A race in words: its type, its margins, what became of a stake. */
export const liveWords = words("live", {
  classic: "Classic",
  endurance: "Marathon",
  finished: "finished",
  finishIn: "Finish in",
  marginHalf: "won by half a length",
  marginHead: "won by a head",
  marginLength: "won by a length",
  marginLengths: "won by {lengths} lengths",
  marginNeck: "won by a neck",
  marginNose: "won by a nose",
  marginShortHead: "won by a short head",
  marginThreeQuarters: "won by three quarters of a length",
  nextRaceIn: "Next race in",
  race: "Race",
  raceNumber: "Race {race}",
  refunded: "Refunded",
  returned: "Returned",
  seconds: "{count} s",
  sprint: "Sprint Race",
  stakesWentBack: "All stakes went back to the players' balances.",
  yourBet: "Your bet",
  youWon: "You won",
});
