import { createPicture, type Ctx, type Picture } from "../ink.ts";
import type { Point } from "./anatomy.ts";

/** A part of a horse or rider as it is painted once: around its joint, which is the origin. */
export interface Part {
  /** Left, top, right and bottom of what is painted, in units of anatomy.ts. */
  readonly box: readonly [number, number, number, number];
  readonly paint: (ctx: Ctx) => void;
}

interface Sprite {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where its left upper corner is from the joint, in units. */
  readonly left: number;
  readonly top: number;
}

/** Pictures of all parts of one horse on one canvas. */
export interface Atlas<Name extends string> {
  readonly picture: Picture;
  readonly sprites: Readonly<Partial<Record<Name, Sprite>>>;
  /** Pixels a unit. */
  readonly scale: number;
}

interface Glow {
  readonly color: string;
  readonly blur: number;
}

const SHEET = 1024;
const GAP = 2;

/** Paints every part at a scale and packs them in rows. `glow` surrounds each part with light of that colour. */
export function bakeAtlas<Name extends string>(
  parts: Readonly<Partial<Record<Name, Part>>>,
  scale: number,
  glow: Glow | null,
): Atlas<Name> {
  const painted = (Object.entries(parts) as [Name, Part][])
    .map(([name, part]) => ({ name, ...paintPart(part, scale, glow) }))
    .toSorted((a, b) => b.height - a.height);
  const sprites: Partial<Record<Name, Sprite>> = {};
  let [x, y, row] = [0, 0, 0];
  for (const { name, width, height, left, top } of painted) {
    if (x + width > SHEET) [x, y, row] = [0, y + row, 0];
    sprites[name] = { x, y, width, height, left, top };
    x += width + GAP;
    row = Math.max(row, height + GAP);
  }
  const sheet = createPicture(SHEET, y + row);
  for (const { name, picture, cutX, cutY } of painted) {
    const sprite = sprites[name];
    if (sprite === undefined) continue;
    const { width, height } = sprite;
    sheet.ctx.drawImage(picture, cutX, cutY, width, height, sprite.x, sprite.y, width, height);
  }
  return { picture: sheet.picture, sprites, scale };
}

/** A part on a canvas of its own, for shading is composed onto what is already painted, and what of it is not empty. */
function paintPart({ box, paint }: Part, scale: number, glow: Glow | null) {
  const [wide, high] = [Math.ceil((box[2] - box[0]) * scale), Math.ceil((box[3] - box[1]) * scale)];
  const part = createPicture(wide, high, { willReadFrequently: true });
  part.ctx.setTransform(scale, 0, 0, scale, -box[0] * scale, -box[1] * scale);
  part.ctx.lineJoin = "round";
  part.ctx.lineCap = "round";
  paint(part.ctx);
  const { picture, ctx } = glow === null ? part : lightOf(part.picture, scale, glow);
  const [cutX, cutY, right, bottom] = filledBox(ctx, wide, high);
  return {
    picture,
    cutX,
    cutY,
    width: right - cutX,
    height: bottom - cutY,
    left: box[0] + cutX / scale,
    top: box[1] + cutY / scale,
  };
}

/** Only the light around a part: the part itself stays outside the picture. */
function lightOf(part: Picture, scale: number, { color, blur }: Glow) {
  const light = createPicture(part.width, part.height, { willReadFrequently: true });
  light.ctx.shadowColor = color;
  light.ctx.shadowBlur = blur * scale;
  light.ctx.shadowOffsetX = 2 * SHEET;
  light.ctx.drawImage(part, -2 * SHEET, 0);
  return light;
}

/** The smallest box that holds all that is painted: what is empty costs as much to draw as what is not. */
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

/** Where units lie on the screen: pixels a unit, and where the origin is. */
export interface Stand {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Draws a part, if the atlas has it, with its joint at `at`, turned clockwise by `angle` radians. */
export function place<Name extends string>(
  ctx: Ctx,
  { picture, sprites, scale }: Atlas<Name>,
  name: Name,
  stand: Stand,
  at: Point,
  angle: number,
): void {
  const sprite = sprites[name];
  if (sprite === undefined) return;
  const { x, y, width, height, left, top } = sprite;
  const [cos, sin] = [Math.cos(angle) * stand.scale, Math.sin(angle) * stand.scale];
  ctx.setTransform(cos, sin, -sin, cos, stand.x + at.x * stand.scale, stand.y + at.y * stand.scale);
  ctx.drawImage(picture, x, y, width, height, left, top, width / scale, height / scale);
}
