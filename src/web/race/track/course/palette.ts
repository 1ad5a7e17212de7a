import type { Theme } from "../../../themes/theme.ts";

/** Colours of the painted track, which CSS does not reach. */
export interface Palette {
  readonly neon: boolean;
  readonly stripe: string;
  readonly laneLine: string;
  readonly rail: string;
  readonly railShade: string;
  readonly boards: readonly (readonly [ground: string, text: string])[];
  readonly gate: string;
  readonly gateShade: string;
  readonly gatePad: string;
  readonly plate: string;
  readonly plateText: string;
  readonly post: string;
  readonly postHead: string;
  readonly accent: string;
  readonly vignette: string;
  readonly shadow: string;
  /** Family for everything that is written on the track. */
  readonly font: string;
}

export const palettes: Readonly<Record<Theme, Palette>> = {
  "main-prime": {
    neon: false,
    stripe: "rgba(8, 36, 14, 0.17)",
    laneLine: "rgba(240, 245, 220, 0.14)",
    rail: "#fbf7ea",
    railShade: "rgba(0, 0, 0, 0.3)",
    boards: [
      ["#0f3a2c", "#e2b857"],
      ["#e9dfc4", "#143d2f"],
      ["#7a2a24", "#f2e3c0"],
      ["#123047", "#e9dfc4"],
    ],
    gate: "#eef2ee",
    gateShade: "#a9b5ae",
    gatePad: "#1f5a47",
    plate: "#0f3a2c",
    plateText: "#f0d48a",
    post: "#f4efe1",
    postHead: "#b3362e",
    accent: "#f2d08a",
    vignette: "rgba(5, 14, 14, 0.4)",
    shadow: "#060e06",
    font: '"Furlong Track", Archivo, sans-serif',
  },
  "solana-future": {
    neon: true,
    stripe: "rgba(153, 99, 255, 0.3)",
    laneLine: "rgba(120, 90, 255, 0.4)",
    rail: "#43b4ca",
    railShade: "rgba(20, 241, 149, 0.25)",
    boards: [
      ["#0b0722", "#b78bff"],
      ["#0b0722", "#14f195"],
      ["#0b0722", "#62d9ff"],
    ],
    gate: "#43b4ca",
    gateShade: "#23687e",
    gatePad: "#3c1e8c",
    plate: "#0b0722",
    plateText: "#14f195",
    post: "#14f195",
    postHead: "#9945ff",
    accent: "#14f195",
    vignette: "rgba(4, 2, 14, 0.7)",
    shadow: "#000000",
    font: '"Furlong Neon", "Chakra Petch", sans-serif',
  },
};
