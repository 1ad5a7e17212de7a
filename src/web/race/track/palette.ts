import type { Theme } from "../../themes/theme.ts";

/** Colours of the painted track, which CSS does not reach. */
export interface Palette {
  readonly neon: boolean;
  readonly sky: readonly string[];
  readonly ground: readonly [string, string, string];
  readonly stripe: string;
  readonly laneLine: string;
  readonly rail: string;
  readonly railEdge: string;
  readonly boards: readonly (readonly [string, string])[];
  readonly gate: string;
  readonly gatePad: string;
  readonly plate: string;
  readonly plateText: string;
  readonly vignette: string;
  readonly shadow: string;
  readonly font: string;
}

export const palettes: Readonly<Record<Theme, Palette>> = {
  "main-prime": {
    neon: false,
    sky: ["#12303f", "#35585f", "#8d7a66", "#d99a62", "#f3c58a"],
    ground: ["#55954a", "#3f7f3d", "#28602c"],
    stripe: "rgba(8, 36, 14, 0.16)",
    laneLine: "rgba(240, 245, 220, 0.15)",
    rail: "#f6f1e2",
    railEdge: "rgba(0, 0, 0, 0.3)",
    boards: [
      ["#0f3a2c", "#e2b857"],
      ["#e9dfc4", "#143d2f"],
    ],
    gate: "#eef2ee",
    gatePad: "#1f5a47",
    plate: "#0f3a2c",
    plateText: "#f0d48a",
    vignette: "rgba(5, 14, 14, 0.42)",
    shadow: "rgba(6, 14, 6, 0.5)",
    font: '"Archivo", sans-serif',
  },
  "solana-future": {
    neon: true,
    sky: ["#05030f", "#0f0729", "#1d0d4a", "#3a1673", "#6a28c0"],
    ground: ["#1c0f45", "#120a33", "#090518"],
    stripe: "rgba(153, 99, 255, 0.3)",
    laneLine: "rgba(120, 90, 255, 0.42)",
    rail: "#43b4ca",
    railEdge: "rgba(20, 241, 149, 0.25)",
    boards: [
      ["#0b0722", "#b78bff"],
      ["#0b0722", "#14f195"],
    ],
    gate: "#43b4ca",
    gatePad: "rgba(60, 30, 140, 0.85)",
    plate: "#0b0722",
    plateText: "#14f195",
    vignette: "rgba(4, 2, 14, 0.7)",
    shadow: "rgba(0, 0, 0, 0.6)",
    font: '"Chakra Petch", sans-serif',
  },
};

/** A colour of the palette with another opacity: `#rrggbb` only. */
export function withAlpha(hex: string, alpha: number): string {
  const value = Number.parseInt(hex.slice(1), 16);
  return `rgba(${value >> 16}, ${(value >> 8) & 255}, ${value & 255}, ${alpha})`;
}

/** A mix of two `#rrggbb` colours; 0 is the first. */
export function mixed(from: string, to: string, part: number): string {
  const a = Number.parseInt(from.slice(1), 16);
  const b = Number.parseInt(to.slice(1), 16);
  const channel = (shift: number) =>
    Math.round(((a >> shift) & 255) + (((b >> shift) & 255) - ((a >> shift) & 255)) * part);
  return `rgb(${channel(16)}, ${channel(8)}, ${channel(0)})`;
}
