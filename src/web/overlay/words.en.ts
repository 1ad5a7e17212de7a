import { words } from "../words/words.ts";

/** The overlay for broadcasts, and the page that builds its address. */
export const overlayWords = words("overlay", {
  atBottom: "At the bottom",
  atBottomLeft: "At the bottom left",
  atBottomRight: "At the bottom right",
  atTop: "At the top",
  atTopLeft: "At the top left",
  atTopRight: "At the top right",
  address: "Address of the browser source",
  addressHint:
    "Paste it as the URL of a browser source, {width} × {height} or any other size. Nobody has to be signed in there.",
  browserLanguage: "As the broadcast software asks for",
  copied: "Address copied",
  copyAddress: "Copy the address",
  countdown: "Time to the start",
  explained:
    "A transparent page for broadcast software: it shows the race as everybody sees it, and nothing of any player. What you choose here stands in its address.",
  houseTheme: "As on the site",
  language: "Language",
  overlay: "Overlay for streams",
  parts: "Parts",
  pool: "Race pool",
  position: "Place in the picture",
  preview: "Preview",
  race: "The race",
  reconnecting: "Reconnecting…",
  scale: "Size",
  sourceSize: "Size of the source, for the preview",
  theme: "Theme",
  themeMainPrime: "Floodlit turf (main-prime)",
  themeSolanaFuture: "Light grid (solana-future)",
  winners: "Last winners",
});
