import type { Translation } from "../words/words.ts";
import type { overlayWords } from "./words.en.ts";

export const german: Translation<typeof overlayWords> = {
  atBottom: "Unten",
  atBottomLeft: "Unten links",
  atBottomRight: "Unten rechts",
  atTop: "Oben",
  atTopLeft: "Oben links",
  atTopRight: "Oben rechts",
  address: "Adresse der Browserquelle",
  addressHint:
    "Füge sie als URL einer Browserquelle ein, {width} × {height} oder jede andere Größe. Angemeldet sein muss dort niemand.",
  browserLanguage: "Wie die Sendesoftware sie verlangt",
  copied: "Adresse kopiert",
  copyAddress: "Adresse kopieren",
  countdown: "Zeit bis zum Start",
  explained:
    "Eine durchsichtige Seite für Sendesoftware: Sie zeigt das Rennen, wie alle es sehen, und nichts von einzelnen Spielern. Was du hier wählst, steht in ihrer Adresse.",
  houseTheme: "Wie auf der Seite",
  language: "Sprache",
  overlay: "Overlay für Streams",
  parts: "Teile",
  pool: "Pool",
  position: "Platz im Bild",
  preview: "Vorschau",
  race: "Das Rennen",
  reconnecting: "Verbindet neu …",
  scale: "Größe",
  sourceSize: "Größe der Quelle, für die Vorschau",
  theme: "Design",
  themeMainPrime: "Rasen im Flutlicht (main-prime)",
  themeSolanaFuture: "Lichtgitter (solana-future)",
  winners: "Letzte Sieger",
};
