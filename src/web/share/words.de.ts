import type { Translation } from "../words/words.ts";
import type { shareWords } from "./words.en.ts";

export const german: Translation<typeof shareWords> = {
  copied: "Bild kopiert",
  copyFailed: "Kopieren in die Zwischenablage fehlgeschlagen",
  copyImage: "Bild kopieren",
  download: "Herunterladen",
  horsePays: "{horse} zahlt {odds}",
  iWon: "Mein Gewinn",
  localNoValue: "lokal, ohne Wert",
  makeFailed: "Das Bild ließ sich nicht machen",
  pays: "Zahlt",
  picture: "{race}: {horse}, {margin}, zahlt {odds}, {won} SOL gewonnen",
  playMoney: "SOL Spielgeld",
  share: "Teilen",
  shareFailed: "Das Bild ließ sich nicht teilen",
  shareYourWin: "Teile deinen Gewinn",
  theyWon: "{name} hat gewonnen",
  withMyUsername: "Mit meinem Benutzernamen",
};
