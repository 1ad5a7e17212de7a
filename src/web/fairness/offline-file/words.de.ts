import type { Translation } from "../../words/words.ts";
import type { offlineFileWords } from "./words.en.ts";

export const german: Translation<typeof offlineFileWords> = {
  about:
    "Eine Datei auf deiner Festplatte: Sie lädt nichts, sendet nichts und fragt einen Knoten der Chain nur, wenn du einen nennst und den Knopf drückst.",
  askNode: "Von der Chain lesen",
  badNode: "Bitte gib eine Adresse ein, die mit https:// beginnt, oder mit http:// auf diesem Rechner",
  chooseFile: "Datei wählen",
  dataExplained:
    "Füge ein, was die Seite unter /api/races/verify/ und der Renn-ID antwortet, oder lege die gespeicherte Datei hier ab. Das füllt die Felder, und alles, was kein Netz braucht, wird sofort geprüft.",
  fieldWrong: "Das sind keine Daten eines Rennens: Das Feld {field} fehlt oder ist falsch.",
  language: "Sprache",
  noJson: "Das sind keine Daten eines Rennens: Es ist kein JSON.",
  nodeExplained: "Freiwillig. Irgendein öffentlicher Knoten von Solana, und zwar der Chain des Rennens.",
  nodeUrl: "RPC-URL eines Knotens",
  raceData: "Daten eines Rennens",
  takeData: "Diese Daten prüfen",
  title: "Furlong-Prüfer",
};
