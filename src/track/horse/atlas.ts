import { createPicture, type Ctx, type Picture } from "../ink.ts";
import type { Point } from "./anatomy.ts";

/** A part of a horse or rider, painted once around its joint, which is the origin. */
export interface Part {
  /** Left, top, right and bottom of the painted area, in units of anatomy.ts. */
  readonly box: readonly [number, number, number, number];
  readonly paint: (ctx: Ctx) => void;
}

interface Sprite {
  readonly picture: Picture;
  /** Offset of its upper left corner from the joint, and its size, in units. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Pictures of all parts of one horse. */
export type Atlas<Name extends string> = Readonly<Partial<Record<Name, Sprite>>>;

interface Glow {
  readonly color: string;
  readonly blur: number;
}

/**
 * Paints every part at a scale, in pixels per unit. `glow` surrounds each part with light of that colour. Each part is
 * a separate picture: without a graphics card, drawing a part of a larger one costs more.
 */
export function bakeAtlas<Name extends string>(
  parts: Readonly<Partial<Record<Name, Part>>>,
  scale: number,
  glow: Glow | null,
): Atlas<Name> {
  const sprites: Partial<Record<Name, Sprite>> = {};
  for (const [name, part] of Object.entries(parts) as [Name, Part][])
    sprites[name] = paintSprite(part, scale, glow);
  return sprites;
}

/**
 * Painted on a separate canvas, since shading is composed onto what is already there, and cropped to what is not empty.
 */
function paintSprite({ box, paint }: Part, scale: number, glow: Glow | null): Sprite {
  const [wide, high] = [Math.ceil((box[2] - box[0]) * scale), Math.ceil((box[3] - box[1]) * scale)];
  const part = createPicture(wide, high, { willReadFrequently: true });
  part.ctx.setTransform(scale, 0, 0, scale, -box[0] * scale, -box[1] * scale);
  part.ctx.lineJoin = "round";
  part.ctx.lineCap = "round";
  paint(part.ctx);
  const { picture, ctx } = glow === null ? part : lightOf(part.picture, scale, glow);
  const [left, top, right, bottom] = filledBox(ctx, wide, high);
  const cut = createPicture(right - left, bottom - top);
  cut.ctx.drawImage(picture, -left, -top);
  return {
    picture: cut.picture,
    left: box[0] + left / scale,
    top: box[1] + top / scale,
    width: (right - left) / scale,
    height: (bottom - top) / scale,
  };
}

/** Only the light around a part: the part itself is drawn outside the picture. */
function lightOf(part: Picture, scale: number, { color, blur }: Glow) {
  const light = createPicture(part.width, part.height, { willReadFrequently: true });
  light.ctx.shadowColor = color;
  light.ctx.shadowBlur = blur * scale;
  light.ctx.shadowOffsetX = 2 * part.width;
  light.ctx.drawImage(part, -2 * part.width, 0);
  return light;
}

/** The smallest box around everything that is painted: empty pixels cost as much to draw as others. */
function filledBox(ctx: Ctx, wide: number, high: number): readonly [number, number, number, number] {
  const { data } = ctx.getImageData(0, 0, wide, high);
  let [left, top, right, bottom] = [wide, high, 0, 0];
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      if ((data[(y * wide + x) * 4 + 3] ?? 0) < 3) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  return right > left ? [left, top, right, bottom] : [0, 0, 1, 1];
}

/** The mapping of units to the screen: pixels per unit, and the position of the origin. */
export interface Stand {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Draws a part, if the atlas has it, with its joint at `at`, rotated clockwise by `angle` radians. */
export function place<Name extends string>(
  ctx: Ctx,
  atlas: Atlas<Name>,
  name: Name,
  stand: Stand,
  at: Point,
  angle: number,
): void {
  const sprite: Sprite | undefined = atlas[name];
  if (sprite === undefined) return;
  const { picture, left, top, width, height } = sprite;
  const [cos, sin] = [Math.cos(angle) * stand.scale, Math.sin(angle) * stand.scale];
  ctx.setTransform(cos, sin, -sin, cos, stand.x + at.x * stand.scale, stand.y + at.y * stand.scale);
  ctx.drawImage(picture, left, top, width, height);
}
