import type { Translation } from "../words/words.ts";
import type { offlineWords } from "./words.en.ts";

export const german: Translation<typeof offlineWords> = {
  betsAreSafe:
    "Eine angenommene Wette bleibt gültig: Sie ist auf dem Server sicher, und was sie gewinnt, wird dir ausgezahlt.",
  mayBe: "Vielleicht bist du offline, oder unser Server ist gerade nicht da.",
  notYet: "Noch keine Verbindung. Diese Seite versucht es von selbst weiter.",
  reached: "Der Server ist wieder da …",
  triesItself: "Diese Seite versucht es von selbst wieder.",
  tryAgain: "Noch einmal versuchen",
  trying: "Versuche es …",
  unreachable: "Furlong ist nicht erreichbar",
};
