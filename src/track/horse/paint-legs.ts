import { blob, fillShape, mixed, shade, strokeLine, withAlpha, type Ctx, type Pair } from "../ink.ts";
import { FORE_LENGTHS, HIND_LENGTHS, type LegName, isHind, isNear, legNames } from "./anatomy.ts";
import type { Part } from "./atlas.ts";
import {
  arm,
  forearm,
  foreCannon,
  gaskin,
  hindCannon,
  pastern,
  thigh,
  type Outline,
} from "./leg-outlines.ts";
import type { Look } from "./looks.ts";

function shapeOf(outline: Outline, length: number): Pair[] {
  const front = outline.map(([down, wide]): Pair => [wide, down * length]);
  const back = outline.map(([down, , wide]): Pair => [-wide, down * length]);
  return [...front, ...back.toReversed()];
}

interface SegmentLook {
  readonly outline: Outline;
  readonly length: number;
  /** How far the coat has changed to the points' colour at the upper and the lower end. */
  readonly points: readonly [number, number];
  /** Whether it blends into the trunk above. */
  readonly melts: boolean;
  readonly sock?: readonly [from: number, full: number];
}

const segmentNames = ["upper", "middle", "cannon", "pastern", "hoof"] as const;
type SegmentName = (typeof segmentNames)[number];
export type LegPartName = `${LegName}.${SegmentName}`;
export { segmentNames };

/** All parts of the four legs. */
export function legParts(look: Look): Record<LegPartName, Part> {
  const parts = {} as Record<LegPartName, Part>;
  for (const leg of legNames) {
    const lengths = isHind(leg) ? HIND_LENGTHS : FORE_LENGTHS;
    const outlines = isHind(leg) ? [thigh, gaskin, hindCannon, pastern] : [arm, forearm, foreCannon, pastern];
    const points = [
      [0, 0],
      [0, 0.55],
      [0.6, 0.85],
      [0.85, 1],
    ] as const;
    for (const [index, outline] of outlines.entries()) {
      const sock = !look.socks[leg]
        ? {}
        : index === 3
          ? { sock: [-1, 0.1] as const }
          : index === 2
            ? { sock: [0.62, 0.82] as const }
            : {};
      const name = segmentNames[index] ?? "upper";
      const length = lengths[index] ?? 0;
      parts[`${leg}.${name}`] = segment(look, isNear(leg), {
        outline,
        length,
        points: points[index] ?? [0, 0],
        melts: index === 0 && isNear(leg),
        ...sock,
      });
    }
    parts[`${leg}.hoof`] = hoofPart(look, isNear(leg));
  }
  return parts;
}

function segment(look: Look, near: boolean, { outline, length, points, melts, sock }: SegmentLook): Part {
  const widest = Math.max(...outline.map(([, front, back]) => Math.max(front, back))) + 2;
  const top = (outline[0]?.[0] ?? 0) * length - 3;
  const bottom = (outline.at(-1)?.[0] ?? 1) * length + 3;
  return {
    box: [-widest, top, widest, bottom],
    paint: (ctx) => {
      const base = near ? look.coat : look.far;
      const tip = near ? look.points : mixed(look.points, "#050304", 0.3);
      fillShape(ctx, base, shapeOf(outline, length), 0.15);
      ctx.globalCompositeOperation = "source-atop";
      ctx.fillStyle = shade(
        ctx,
        [0, 0],
        [0, length],
        [
          [0, withAlpha(tip, points[0])],
          [1, withAlpha(tip, points[1])],
        ],
      );
      ctx.fillRect(-widest, top, 2 * widest, bottom - top);
      if (sock !== undefined) paintSock(ctx, near, length, sock, widest);
      paintRound(ctx, look, near, outline, length, melts);
      if (melts) melt(ctx, length, widest);
      ctx.globalCompositeOperation = "source-over";
    },
  };
}

/** White that fades upwards and stays off-white: a hard edge looks like a fracture. */
function paintSock(
  ctx: Ctx,
  near: boolean,
  length: number,
  [from, full]: readonly [number, number],
  wide: number,
): void {
  const white = near ? "#ddd3c4" : "#6f675f";
  ctx.fillStyle = shade(
    ctx,
    [0, from * length],
    [0, full * length],
    [
      [0, withAlpha(white, 0)],
      [1, withAlpha(white, near ? 0.94 : 0.8)],
    ],
  );
  ctx.fillRect(-wide, from * length, 2 * wide, 3 * length);
}

/** Round like a limb: light in front of the middle, dark towards both edges. */
function paintRound(
  ctx: Ctx,
  look: Look,
  near: boolean,
  outline: Outline,
  length: number,
  melts: boolean,
): void {
  const { highlight, shadow, neon, color } = look;
  const wide = Math.max(...outline.map(([, front]) => front));
  const soft = near ? 1 : 0.45;
  ctx.fillStyle = shade(
    ctx,
    [-wide, 0],
    [wide, 0],
    [
      [0, withAlpha(shadow, 0.6 * soft)],
      [0.36, withAlpha(shadow, 0.05)],
      [0.62, withAlpha(highlight, 0.2 * soft)],
      [0.8, withAlpha(highlight, 0.06)],
      [1, withAlpha(shadow, 0.4 * soft)],
    ],
  );
  ctx.fillRect(-40, -40, 80, 90);
  if (!near) return;
  if (wide > 5) {
    blob(ctx, highlight, 0.46, [1.6, length * 0.34], [wide * 0.55, length * 0.4]);
    blob(ctx, shadow, 0.28, [0, length * 0.98], [wide * 0.9, length * 0.2]);
  }
  const visible = outline.filter(([down]) => down > (melts ? 0.3 : -0.05));
  const back = visible.map(([down, , half]): Pair => [-half + 0.4, down * length]);
  const front = visible.map(([down, half]): Pair => [half - 0.4, down * length]);
  if (neon) {
    strokeLine(ctx, withAlpha(mixed(color, "#ffffff", 0.2), 0.95), 1.3, front);
    strokeLine(ctx, withAlpha(color, 0.4), 0.9, back);
  } else {
    strokeLine(ctx, withAlpha(shadow, melts ? 0.26 : 0.5), 1, back);
    if (melts) strokeLine(ctx, withAlpha(shadow, 0.24), 1.2, front);
  }
}

function melt(ctx: Ctx, length: number, wide: number): void {
  ctx.globalCompositeOperation = "destination-out";
  ctx.fillStyle = shade(
    ctx,
    [0, -0.42 * length],
    [0, 0.34 * length],
    [
      [0, "rgba(0,0,0,1)"],
      [0.3, "rgba(0,0,0,.9)"],
      [1, "rgba(0,0,0,0)"],
    ],
  );
  ctx.fillRect(-wide, -length, 2 * wide, length * 1.34);
}

const hoofPart = (look: Look, near: boolean): Part => ({
  box: [-6, -3, 6, 8],
  paint: (ctx) => {
    const color = near ? look.hoof : mixed(look.hoof, "#000000", 0.4);
    fillShape(
      ctx,
      color,
      [
        [2.3, -0.8],
        [2.9, 2.6],
        [3.2, 5.7],
        [-3.3, 5.7],
        [-3, 2.4],
        [-2.5, -0.8],
      ],
      0.06,
    );
    ctx.globalCompositeOperation = "source-atop";
    ctx.fillStyle = shade(
      ctx,
      [-3, 0],
      [3, 0],
      [
        [0, "rgba(0,0,0,.4)"],
        [0.7, withAlpha(look.neon ? look.color : "#a08b74", near ? 0.4 : 0.1)],
        [1, "rgba(0,0,0,.2)"],
      ],
    );
    ctx.fillRect(-6, -3, 12, 12);
    ctx.globalCompositeOperation = "source-over";
  },
});
