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
  /** The side of a post that is in shadow. */
  readonly postShade: string;
  readonly postHead: string;
  /** The background of the numbers on the distance posts. */
  readonly numberDisc: string;
  /** Light and dark squares of the line. */
  readonly checks: readonly [light: string, dark: string];
  /** The line of the photograph. */
  readonly photoLine: string;
  /** The crowd's clothes. */
  readonly clothes: readonly string[];
  /** Faces in the crowd; empty where people are lights in their clothes' colour. */
  readonly skins: readonly string[];
  /** What falls on the winner, in addition to the winner's colour. */
  readonly confetti: readonly string[];
  readonly accent: string;
  readonly shadow: string;
  /** Font family for all text on the track. */
  readonly font: string;
}
