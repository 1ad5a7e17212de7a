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
  readonly postHead: string;
  readonly accent: string;
  readonly vignette: string;
  readonly vignetteFaint: string;
  readonly shadow: string;
  /** Family for everything that is written on the track. */
  readonly font: string;
}
