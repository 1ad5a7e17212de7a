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
  readonly sprites: Readonly<Partial<Record<Name, Sprite>>>;
  /** Pixels a unit. */
  readonly scale: number;
}

const SHEET = 1024;
const GAP = 2;

/** Paints every part at a scale and packs them in rows. `glow` surrounds each part with light of that colour. */
export function bakeAtlas<Name extends string>(
  parts: Readonly<Partial<Record<Name, Part>>>,
  scale: number,
  glow: { readonly color: string; readonly blur: number } | null,
): Atlas<Name> {
  const entries = (Object.entries(parts) as [Name, Part][]).toSorted(
    ([, a], [, b]) => heightOf(b) - heightOf(a),
  );
  const sprites: Partial<Record<Name, Sprite>> = {};
  const waiting: [Part, Sprite][] = [];
  let [x, y, row] = [0, 0, 0];
  for (const [name, part] of entries) {
    const { box } = part;
    const width = Math.ceil((box[2] - box[0]) * scale) + GAP;
    const height = Math.ceil(heightOf(part) * scale) + GAP;
    if (x + width > SHEET) [x, y, row] = [0, y + row, 0];
    const sprite = { x, y, width: width - GAP, height: height - GAP, box };
    sprites[name] = sprite;
    waiting.push([part, sprite]);
    x += width;
    row = Math.max(row, height);
  }
  const sheet = createPicture(SHEET, y + row);
  for (const [part, sprite] of waiting) paintSprite(sheet.ctx, part, sprite, scale, glow);
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

/** Draws a part, if the atlas has it, with its joint at `at`, turned clockwise by `angle` radians. */
export function place<Name extends string>(
  ctx: Ctx,
  { picture, sprites, scale }: Atlas<Name>,
  name: Name,
  stand: Stand,
  at: Point,
  angle: number,
  stretch = 1,
): void {
  const sprite = sprites[name];
  if (sprite === undefined) return;
  const { x, y, width, height, box } = sprite;
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
