import { patternOf, type SilkPattern } from "../../../ui/silk-pattern.ts";
import { mixed } from "../ink.ts";

/** Colours of a horse and its rider in one theme. */
export interface Look {
  readonly number: number;
  readonly color: string;
  /** Drawn as light instead of hair. */
  readonly neon: boolean;
  readonly coat: string;
  readonly dark: string;
  readonly lite: string;
  /** Legs on the far side. */
  readonly far: string;
  readonly shadow: string;
  readonly highlight: string;
  /** Lower legs, nose: where the coat darkens. */
  readonly points: string;
  readonly mane: string;
  readonly tack: string;
  readonly hoof: string;
  readonly blaze: boolean;
  /** White on the pastern of each leg. */
  readonly socks: {
    readonly nearHind: boolean;
    readonly nearFore: boolean;
    readonly farHind: boolean;
    readonly farFore: boolean;
  };
  readonly pattern: SilkPattern;
  readonly second: string;
  readonly cap: string;
  readonly breeches: string;
  readonly boot: string;
  readonly cloth: string;
  readonly clothText: string;
}

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

export function lookOf(number: number, color: string, neon: boolean): Look {
  const breed = coats[(number - 1) % coats.length] ?? coats[0];
  const { name, second, cap } = patternOf(number);
  const base = neon ? mixed(mixed("#17132e", color, 0.26), color, 0.13) : mixed(breed.coat, color, 0.06);
  const has = (leg: string) => !neon && breed.socks.includes(leg);
  const shared = { number, color, neon, pattern: name, second, cap, coat: base, blaze: breed.blaze && !neon };
  return {
    ...shared,
    socks: { nearHind: has("nh"), nearFore: has("nf"), farHind: has("fh"), farFore: has("ff") },
    ...(neon ? neonColors(base, color) : hairColors(base, breed)),
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

const neonColors = (base: string, color: string) => ({
  dark: mixed(base, "#05030f", 0.5),
  lite: mixed(base, "#ffffff", 0.3),
  far: mixed(color, "#0d0a24", 0.72),
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
