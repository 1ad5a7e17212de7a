import { words } from "../foundation/words/words.ts";

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
    "Paste it as the URL of a browser source, {width} × {height} or any other size. No sign-in is needed there.",
  browserLanguage: "Same as the broadcast software",
  copied: "Address copied",
  copyAddress: "Copy the address",
  countdown: "Time to start",
  explained:
    "A transparent page for broadcast software: it shows the race as everyone sees it, and nothing about any player. Your choices here are part of its address.",
  houseTheme: "Same as the site",
  language: "Language",
  overlay: "Overlay for streams",
  parts: "Parts",
  pool: "Race pool",
  position: "Position",
  preview: "Preview",
  race: "The race",
  reconnecting: "Reconnecting…",
  scale: "Size",
  sourceSize: "Source size, for the preview",
  theme: "Theme",
  themeMainPrime: "Floodlit turf (main-prime)",
  themeSolanaFuture: "Light grid (solana-future)",
  winners: "Last winners",
});
