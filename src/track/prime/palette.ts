import type { Palette } from "../course/palette.ts";

/** Floodlit turf, brass. */
export const palette: Palette = {
  neon: false,
  laneLine: "rgba(240, 245, 220, 0.14)",
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
  postShade: "#b9b19d",
  postHead: "#b3362e",
  numberDisc: "#b3362e",
  checks: ["#f7f3e6", "#15181a"],
  photoLine: "#ff5a4d",
  clothes: ["#d9c9a8", "#b05a44", "#3f6f8a", "#e8e3d5", "#27323a", "#6a7f52", "#8f6a86", "#c99b4a"],
  skins: ["#e2b48e", "#c58f68", "#8a5a3c", "#f0cda8"],
  confetti: ["#f2d08a", "#f4efe1", "#b3362e"],
  accent: "#f2d08a",
  shadow: "#060e06",
  font: '"Furlong Track", Archivo, sans-serif',
};
