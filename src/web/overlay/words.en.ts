import { words } from "../words/words.ts";

/** The overlay for broadcasts, and the page that builds its address. */
export const overlayWords = words("overlay", {
  address: "Address of the browser source",
  addressHint:
    "Paste it as the URL of a browser source, {width} × {height} or any other size. Nobody has to be signed in there.",
  bottom: "At the bottom",
  "bottom-left": "At the bottom left",
  "bottom-right": "At the bottom right",
  browserLanguage: "As the broadcast software asks for",
  copied: "Address copied",
  copyAddress: "Copy the address",
  countdown: "Countdown",
  explained:
    "A transparent page for broadcast software: it shows the race as everybody sees it, and nothing of any player. What you choose here stands in its address.",
  houseTheme: "As on the site",
  language: "Language",
  "main-prime": "Main Prime",
  overlay: "Overlay for streams",
  parts: "Parts",
  pool: "Race pool",
  position: "Position",
  preview: "Preview",
  race: "The race",
  reconnecting: "Reconnecting…",
  scale: "Size",
  "solana-future": "Solana Future",
  sourceSize: "Size of the source, for the preview",
  theme: "Theme",
  times: "×{scale}",
  top: "At the top",
  "top-left": "At the top left",
  "top-right": "At the top right",
  winners: "Last winners",
});
