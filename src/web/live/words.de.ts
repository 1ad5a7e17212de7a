import type { Translation } from "../words/words.ts";
import type { liveWords } from "./words.en.ts";

export const german: Translation<typeof liveWords> = {
  classic: "Klassik",
  endurance: "Marathon",
  finished: "im Ziel",
  finishIn: "Ziel in",
  marginHalf: "Sieg mit ½ Länge",
  marginHead: "Sieg mit einem Kopf",
  marginLength: "Sieg mit einer Länge",
  marginLengths: "Sieg mit {lengths} Längen",
  marginNeck: "Sieg mit einem Hals",
  marginNose: "Sieg mit einer Nase",
  marginShortHead: "Sieg mit kurzem Kopf",
  marginThreeQuarters: "Sieg mit ¾ Länge",
  nextRaceIn: "Nächstes Rennen",
  race: "Rennen",
  raceNumber: "Rennen {race}",
  refunded: "Erstattet",
  returned: "Zurück",
  seconds: "{count} s",
  sprint: "Sprint",
  stakesWentBack: "Alle Einsätze sind wieder auf den Guthaben der Spieler.",
  yourBet: "Deine Wette",
  youWon: "Dein Gewinn",
};
