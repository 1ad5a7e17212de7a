import type { Palette } from "../course/palette.ts";

/** The light grid. */
export const palette: Palette = {
  neon: true,
  laneLine: "rgba(120, 90, 255, 0.4)",
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
  postShade: "#0aa868",
  postHead: "#9945ff",
  numberDisc: "#0b0722",
  checks: ["rgba(20,241,149,.9)", "rgba(6,4,20,.9)"],
  photoLine: "#7dffcb",
  clothes: ["#14f195", "#00d1ff", "#b496ff", "#7a5cff", "#3b2a80"],
  skins: [],
  confetti: ["#14f195", "#9945ff", "#62d9ff"],
  accent: "#14f195",
  shadow: "#000000",
  font: '"Furlong Neon", "Chakra Petch", sans-serif',
};
