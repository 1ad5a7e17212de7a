export const FRAMES_PER_SECOND = 30;

/** A clip's picture, in px. The track ends where the caption begins, so that no horse runs behind it. */
export interface ClipShape {
  readonly width: number;
  readonly height: number;
  /** Height of the caption. */
  readonly caption: number;
  /** Pixels of the clip per pixel that the track is laid out in. */
  readonly ratio: number;
}

export const clipShapes = {
  wide: { width: 1280, height: 720, caption: 104, ratio: 4 / 3 },
  square: { width: 1080, height: 1080, caption: 200, ratio: 2 },
} as const satisfies Record<string, ClipShape>;

export type ClipShapeName = keyof typeof clipShapes;
export const clipShapeNames = Object.keys(clipShapes) as readonly ClipShapeName[];
