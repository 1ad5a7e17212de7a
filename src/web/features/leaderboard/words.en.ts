import { words } from "../../foundation/words/words.ts";

/** The leaderboard. */
export const leaderboardWords = words("leaderboard", {
  all: "All time",
  boardFailed: "The leaderboard cannot be loaded right now.",
  byNet: "By net profit: payouts less stakes, days in UTC.",
  day: "Today",
  hiddenNote: "Your figures are hidden: only you see your place.",
  leaderboard: "Leaderboard",
  net: "Net",
  nobodyYet: "No race has been settled in this period.",
  notRanked: "You have no settled race in this period.",
  partner: "Partner",
  period: "Period",
  place: "Place",
  player: "Player",
  players: { one: "{count} player", other: "{count} players" },
  streak: "Streak",
  streakOf: "streak {count}",
  streamer: "Streamer",
  toTheRace: "To the race",
  tryAgain: "Try again",
  wagered: "Wagered",
  wageredOf: "{amount} wagered",
  week: "7 days",
  you: "You",
  yourPlace: "Your place",
});
