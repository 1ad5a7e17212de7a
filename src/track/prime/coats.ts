import { silkOf, type Look } from "../horse/looks.ts";
import { mixed } from "../ink.ts";

const coats = [
  { name: "bay", coat: "#72401f", mane: "#17100d", points: "#1d120d", blaze: true, socks: "nh" },
  { name: "dark bay", coat: "#4a2c1e", mane: "#130d0b", points: "#150d0a", blaze: false, socks: "" },
  { name: "chestnut", coat: "#8f4d22", mane: "#6d3a1b", points: "#6a3517", blaze: true, socks: "nf fh" },
  { name: "black", coat: "#2f2927", mane: "#0d0b0b", points: "#100d0c", blaze: false, socks: "" },
  {
    name: "light chestnut",
    coat: "#a8683d",
    mane: "#dcbd90",
    points: "#7d4623",
    blaze: true,
    socks: "nh nf ff",
  },
  { name: "grey", coat: "#8f8983", mane: "#3b3836", points: "#3f3b3a", blaze: false, socks: "ff" },
] as const;

/** A horse of flesh: its coat by its number, with a hint of its colour. */
export function lookOf(number: number, color: string): Look {
  const breed = coats[(number - 1) % coats.length] ?? coats[0];
  const base = mixed(breed.coat, color, 0.06);
  const has = (leg: string) => breed.socks.includes(leg);
  return {
    ...silkOf(number, color),
    neon: false,
    coat: base,
    blaze: breed.blaze,
    socks: { nearHind: has("nh"), nearFore: has("nf"), farHind: has("fh"), farFore: has("ff") },
    ...hairColors(base, breed),
  };
}

const hairColors = (base: string, { mane, points }: (typeof coats)[number]) => ({
  dark: mixed(base, "#0a0708", 0.5),
  lite: mixed(base, "#fff3df", 0.34),
  far: mixed(base, "#08060a", 0.55),
  shadow: mixed(base, "#050304", 0.75),
  highlight: mixed(base, "#fff3df", 0.34),
  points,
  mane,
  tack: "#2b1a12",
  hoof: "#221a15",
  breeches: "#f4efe2",
  boot: "#16110f",
  cloth: "#f6f1e4",
  clothText: "#14110d",
});
