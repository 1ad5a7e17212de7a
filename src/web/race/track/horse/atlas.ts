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
  readonly box: Part["box"];
}

/** Pictures of all parts of one horse on one canvas. */
export interface Atlas<Name extends string> {
  readonly picture: Picture;
  readonly sprites: Readonly<Record<Name, Sprite>>;
  /** Pixels a unit. */
  readonly scale: number;
}

const SHEET = 1024;
const GAP = 2;

/** Paints every part at a scale and packs them in rows. `glow` surrounds each part with light of that colour. */
export function bakeAtlas<Name extends string>(
  parts: Readonly<Record<Name, Part>>,
  scale: number,
  glow: { readonly color: string; readonly blur: number } | null,
): Atlas<Name> {
  const names = (Object.keys(parts) as Name[]).sort((a, b) => heightOf(parts[b]) - heightOf(parts[a]));
  const sprites = {} as Record<Name, Sprite>;
  let [x, y, row] = [0, 0, 0];
  for (const name of names) {
    const { box } = parts[name];
    const width = Math.ceil((box[2] - box[0]) * scale) + GAP;
    const height = Math.ceil(heightOf(parts[name]) * scale) + GAP;
    if (x + width > SHEET) [x, y, row] = [0, y + row, 0];
    sprites[name] = { x, y, width: width - GAP, height: height - GAP, box };
    x += width;
    row = Math.max(row, height);
  }
  const sheet = createPicture(SHEET, y + row);
  for (const name of names) paintSprite(sheet.ctx, parts[name], sprites[name], scale, glow);
  return { picture: sheet.picture, sprites, scale };
}

const heightOf = ({ box }: Part): number => box[3] - box[1];

/** Each part on a canvas of its own: shading is composed onto what is already painted. */
function paintSprite(
  sheet: Ctx,
  { box, paint }: Part,
  { x, y, width, height }: Sprite,
  scale: number,
  glow: { readonly color: string; readonly blur: number } | null,
): void {
  const { picture, ctx } = createPicture(width, height);
  ctx.setTransform(scale, 0, 0, scale, -box[0] * scale, -box[1] * scale);
  ctx.lineJoin = "round";
  ctx.lineCap = "round";
  paint(ctx);
  if (glow !== null) {
    // Only the light: the part itself stays outside.
    sheet.save();
    sheet.beginPath();
    sheet.rect(x, y, width, height);
    sheet.clip();
    sheet.shadowColor = glow.color;
    sheet.shadowBlur = glow.blur * scale;
    sheet.shadowOffsetX = 4 * SHEET;
    sheet.drawImage(picture, x - 4 * SHEET, y);
    sheet.restore();
    return;
  }
  sheet.drawImage(picture, x, y);
}

/** Where units lie on the screen: pixels a unit, and where the origin is. */
export interface Stand {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Draws a part with its joint at `at`, turned clockwise by `angle` radians. */
export function place<Name extends string>(
  ctx: Ctx,
  { picture, sprites, scale }: Atlas<Name>,
  name: Name,
  stand: Stand,
  at: Point,
  angle: number,
  stretch = 1,
): void {
  const { x, y, width, height, box } = sprites[name];
  const [cos, sin] = [Math.cos(angle) * stand.scale, Math.sin(angle) * stand.scale];
  ctx.setTransform(
    cos,
    sin,
    -sin * stretch,
    cos * stretch,
    stand.x + at.x * stand.scale,
    stand.y + at.y * stand.scale,
  );
  ctx.drawImage(picture, x, y, width, height, box[0], box[1], width / scale, height / scale);
}
