import type { Translation } from "../words/words.ts";
import type { overlayWords } from "./words.en.ts";

export const german: Translation<typeof overlayWords> = {
  address: "Adresse der Browserquelle",
  addressHint:
    "Füge sie als URL einer Browserquelle ein, {width} × {height} oder jede andere Größe. Angemeldet sein muss dort niemand.",
  bottom: "Unten",
  "bottom-left": "Unten links",
  "bottom-right": "Unten rechts",
  browserLanguage: "Wie die Sendesoftware sie verlangt",
  copied: "Adresse kopiert",
  copyAddress: "Adresse kopieren",
  countdown: "Countdown",
  explained:
    "Eine durchsichtige Seite für Sendesoftware: Sie zeigt das Rennen, wie alle es sehen, und nichts von einzelnen Spielern. Was du hier wählst, steht in ihrer Adresse.",
  houseTheme: "Wie auf der Seite",
  language: "Sprache",
  "main-prime": "Main Prime",
  overlay: "Overlay für Streams",
  parts: "Teile",
  pool: "Pool",
  position: "Position",
  preview: "Vorschau",
  race: "Das Rennen",
  reconnecting: "Verbindet neu …",
  scale: "Größe",
  "solana-future": "Solana Future",
  sourceSize: "Größe der Quelle, für die Vorschau",
  theme: "Design",
  times: "×{scale}",
  top: "Oben",
  "top-left": "Oben links",
  "top-right": "Oben rechts",
  winners: "Letzte Sieger",
};
