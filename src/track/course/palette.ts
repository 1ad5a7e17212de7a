/** Colours of the painted track, which CSS does not reach. */
export interface Palette {
  readonly neon: boolean;
  readonly laneLine: string;
  readonly boards: readonly (readonly [ground: string, text: string])[];
  readonly gate: string;
  readonly gateShade: string;
  readonly gatePad: string;
  readonly plate: string;
  readonly plateText: string;
  readonly post: string;
  /** The side of a post that the light does not fall on. */
  readonly postShade: string;
  readonly postHead: string;
  /** What the numbers of the distance posts stand on. */
  readonly numberDisc: string;
  /** Light and dark squares of the line. */
  readonly checks: readonly [light: string, dark: string];
  /** The line of the photograph. */
  readonly photoLine: string;
  /** What the crowd wears. */
  readonly clothes: readonly string[];
  /** Faces in the crowd; none where people are light of their clothes' colour. */
  readonly skins: readonly string[];
  /** What comes down on the winner, beside the winner's colour. */
  readonly confetti: readonly string[];
  readonly accent: string;
  readonly shadow: string;
  /** Family for everything that is written on the track. */
  readonly font: string;
}
