import type { Translation } from "../words/words.ts";
import type { leaderboardWords } from "./words.en.ts";

export const german: Translation<typeof leaderboardWords> = {
  all: "Gesamt",
  boardFailed: "Die Rangliste lässt sich gerade nicht laden.",
  byNet: "Nach Gewinn: Auszahlungen abzüglich Einsätzen, Tage in UTC.",
  day: "Heute",
  hiddenNote: "Deine Zahlen sind verborgen: Nur du siehst deinen Platz.",
  leaderboard: "Rangliste",
  net: "Saldo",
  nobodyYet: "In dieser Zeit wurde noch kein Rennen abgerechnet.",
  notRanked: "Du hast in dieser Zeit kein abgerechnetes Rennen.",
  partner: "Partnerkonto",
  period: "Zeitraum",
  place: "Platz",
  player: "Spieler",
  players: { one: "{count} Spieler", other: "{count} Spieler" },
  streak: "Serie",
  streakOf: "Serie {count}",
  streamer: "Streamerkonto",
  toTheRace: "Zum Rennen",
  tryAgain: "Noch einmal versuchen",
  wagered: "Gesetzt",
  wageredOf: "{amount} gesetzt",
  week: "7 Tage",
  you: "Du",
  yourPlace: "Dein Platz",
};
