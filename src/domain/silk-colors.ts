/** The spelling of a colour, `#12abef`. */
export const LONGEST_COLOR = 7;

export const colorPattern = /^#[0-9A-Fa-f]{6}$/;

export const isColor = (text: string): boolean => colorPattern.test(text);

/** Ways to see colours: as most people do, and without one of the three kinds of cones. */
export const visions = ["usual", "protanopia", "deuteranopia", "tritanopia"] as const;
export type Vision = (typeof visions)[number];

type Rgb = readonly [red: number, green: number, blue: number];
type Matrix = readonly [Rgb, Rgb, Rgb];

/** What remains of linear light without a kind of cones (Machado, Oliveira and Fernandes 2009, severity 1). */
const withoutCones: Readonly<Record<Exclude<Vision, "usual">, Matrix>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Closer than this in OKLab, two silks are mistaken for one another at the size of a jockey. */
const CLEARLY_APART = 0.1;

/**
 * In which visions two colours are hard to tell apart; empty when they are clear to everybody.
 *
 * @param one a colour as `#RRGGBB`
 * @throws RangeError when a colour has another format
 */
export const visionsThatConfuse = (one: string, other: string): readonly Vision[] =>
  visions.filter((vision) => distance(seen(one, vision), seen(other, vision)) < CLEARLY_APART);

function seen(color: string, vision: Vision): Rgb {
  const light = linear(color);
  return okLab(vision === "usual" ? light : times(withoutCones[vision], light));
}

function linear(color: string): Rgb {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (match === null) throw new RangeError(`${color} is no colour`);
  const part = (hex = "") => {
    const value = Number.parseInt(hex, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(match[1]), part(match[2]), part(match[3])];
}

const row = ([a, b, c]: Rgb, [x, y, z]: Rgb): number => a * x + b * y + c * z;
const times = ([one, two, three]: Matrix, light: Rgb): Rgb => [
  row(one, light),
  row(two, light),
  row(three, light),
];

/** Björn Ottosson's colour space, in which equal distances look about equally far. */
function okLab(light: Rgb): Rgb {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    light,
  );
  const [l, m, s] = cones;
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)],
  );
}

const distance = (one: Rgb, other: Rgb): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
