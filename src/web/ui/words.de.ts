import type { Translations } from "../words/translations.ts";

export const ui: Translations["ui"] = {
  close: "Schließen",
  copy: "Kopieren",
  copyFailed: "Kopieren in die Zwischenablage fehlgeschlagen",
  crashed: "Etwas ist schiefgelaufen",
  crashedSafe: "Deine Wetten und dein Guthaben sind auf dem Server sicher.",
  loading: "Wird geladen",
  news: "Neuigkeiten",
  reload: "Seite neu laden",
  sound: "Ton",
  soundOff: "Der Ton ist aus (M)",
  soundOn: "Der Ton ist an (M)",
};
