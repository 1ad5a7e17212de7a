import { silkOf, type Look } from "../horse/looks.ts";
import { mixed } from "../ink.ts";

/** A horse made of light in its own colour. */
export function lookOf(number: number, color: string): Look {
  const base = mixed(mixed("#17132e", color, 0.26), color, 0.13);
  return {
    ...silkOf(number, color),
    neon: true,
    coat: base,
    blaze: false,
    socks: { nearHind: false, nearFore: false, farHind: false, farFore: false },
    ...neonColors(base, color),
  };
}

const neonColors = (base: string, color: string) => ({
  dark: mixed(base, "#05030f", 0.5),
  lite: mixed(base, "#ffffff", 0.3),
  far: mixed(color, "#0d0a24", 0.6),
  shadow: mixed(base, "#050312", 0.7),
  highlight: mixed(color, "#ffffff", 0.35),
  points: mixed(base, "#050312", 0.35),
  mane: mixed(color, "#ffffff", 0.15),
  tack: "#e9e7ff",
  hoof: mixed(color, "#101018", 0.5),
  breeches: "#e8e6ff",
  boot: "#2a2350",
  cloth: "#0d0b1e",
  clothText: "#ffffff",
});
