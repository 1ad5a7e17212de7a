import type { Translation } from "../../words/words.ts";
import type { themesWords } from "./words.en.ts";

export const german: Translation<typeof themesWords> = {
  active: "Aktiv",
  choose: "Wählen",
  endPreview: "Vorschau beenden",
  failed: "Das Design ließ sich nicht ändern. Bitte versuche es noch einmal.",
  "main-prime": "Rasen im Flutlicht, und Messing.",
  note: "Alle sehen das aktive.",
  preview: "Vorschau",
  previewed: "Das siehst nur du",
  "solana-future": "Ein Gitter aus Licht in der Nacht.",
  title: "Design",
  unknown: "Die Einstellungen ließen sich nicht laden",
  updated: "Das Design ist jetzt für alle {name}",
};
