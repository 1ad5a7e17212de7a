import archivo from "@fontsource/archivo/files/archivo-latin-700-normal.woff2?url";
import chakra from "@fontsource/chakra-petch/files/chakra-petch-latin-700-normal.woff2?url";
import type { Theme } from "../domain/theme.ts";

/** A worker has no style sheets: it loads the fonts for text on the track itself. */
const faces: Readonly<Record<Theme, readonly [family: string, url: string]>> = {
  "main-prime": ["Furlong Track", archivo],
  "solana-future": ["Furlong Neon", chakra],
};

const WAIT_MS = 1500;
const loaded = new Map<Theme, Promise<void>>();

/** Loads a theme's font once. Settles after a moment even without it: the text can be drawn in another. */
export function loadTrackFont(theme: Theme, fonts: FontFaceSet): Promise<void> {
  const known = loaded.get(theme);
  if (known !== undefined) return known;
  const [family, url] = faces[theme];
  const face = new FontFace(family, `url(${url})`, { weight: "700" });
  const arrival = face.load().then(
    (ready) => void fonts.add(ready),
    () => undefined,
  );
  const wait = new Promise<void>((resolve) => {
    setTimeout(resolve, WAIT_MS);
  });
  const settled = Promise.race([arrival, wait]);
  loaded.set(theme, settled);
  return settled;
}
