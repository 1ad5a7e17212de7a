import type { Translation } from "../words/words.ts";
import type { uiWords } from "./words.en.ts";

export const german: Translation<typeof uiWords> = {
  close: "Schließen",
  copy: "Kopieren",
  copyFailed: "Kopieren in die Zwischenablage fehlgeschlagen",
  crashed: "Etwas ist schiefgelaufen",
  crashedSafe: "Deine Wetten und dein Guthaben sind auf dem Server sicher.",
  loading: "Wird geladen",
  news: "Neuigkeiten",
  reload: "Seite neu laden",
};
