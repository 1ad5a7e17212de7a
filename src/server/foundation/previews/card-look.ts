import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import type { Theme } from "../../../domain/theme.ts";

interface Face {
  /** The name that the file itself gives to its family. */
  readonly family: string;
  readonly weight: number;
  /** In the font's package. */
  readonly file: string;
}

/** The tokens of a theme, as in the page's `tokens.css`, as far as pictures need them. */
export interface CardLook {
  readonly bg: string;
  readonly bg2: string;
  readonly panel: string;
  readonly divider: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly bright: string;
  readonly info: string;
  readonly "glow-a": string;
  readonly "glow-b": string;
  readonly display: Face;
  readonly ui: Face;
}

export const cardLooks: Readonly<Record<Theme, CardLook>> = {
  "main-prime": {
    bg: "#0b1512",
    bg2: "#0f1d18",
    panel: "#12211b",
    divider: "#2b463a",
    text: "#f5eedd",
    muted: "#a8bbae",
    accent: "#e3b65a",
    bright: "#f2d08a",
    info: "#8cc9e8",
    "glow-a": "rgb(206 178 120 / 0.2)",
    "glow-b": "rgb(70 140 112 / 0.34)",
    display: {
      family: "Fraunces",
      weight: 600,
      file: "@fontsource/fraunces/files/fraunces-latin-600-normal.woff2",
    },
    ui: {
      family: "Archivo SemiBold",
      weight: 700,
      file: "@fontsource/archivo/files/archivo-latin-700-normal.woff2",
    },
  },
  "solana-future": {
    bg: "#06041a",
    bg2: "#0a0724",
    panel: "#0f0b2d",
    divider: "#31266b",
    text: "#f1edff",
    muted: "#b0a8d8",
    accent: "#14f195",
    bright: "#7dffcb",
    info: "#62d9ff",
    "glow-a": "rgb(153 69 255 / 0.34)",
    "glow-b": "rgb(20 241 149 / 0.2)",
    display: {
      family: "Chakra Petch",
      weight: 700,
      file: "@fontsource/chakra-petch/files/chakra-petch-latin-700-normal.woff2",
    },
    ui: {
      family: "Space Grotesk Light",
      weight: 700,
      file: "@fontsource/space-grotesk/files/space-grotesk-latin-700-normal.woff2",
    },
  },
};

/** The font files of a theme. */
export function readFonts({ display, ui }: CardLook): Uint8Array[] {
  const require = createRequire(import.meta.url);
  return [display, ui].map(({ file }) => readFileSync(require.resolve(file)));
}
