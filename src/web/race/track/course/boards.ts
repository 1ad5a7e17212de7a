import { createPicture, disc, hashed, shade, type Ctx, type Picture } from "../ink.ts";
import { metresOf } from "../geometry.ts";
import { courseX, enter, type View } from "../view.ts";
import type { Palette } from "./palette.ts";

const texts = [
  "FURLONG",
  "PROVABLY FAIR",
  "VERIFY EVERY RACE",
  "THE POOL PAYS",
  "CHECK THE SEED",
  "RUN FOR THE ROSES",
] as const;
const HIGH = 17;
const POST_EVERY_LENGTHS = 10;
const RAIL_POST = 46;

/** Hoardings behind the far rail, each text in each colour, laid in an order that does not repeat. */
export interface Boards {
  readonly pictures: readonly Picture[];
  readonly width: number;
}

export function paintBoards(palette: Palette, ratio: number): Boards {
  const width = 190;
  const pictures = texts.flatMap((text) =>
    palette.boards.map(([ground, ink]) => {
      const { picture, ctx } = createPicture(width * ratio, (HIGH + 3) * ratio);
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
      ctx.fillStyle = ground;
      ctx.fillRect(0, 0, width - 1, HIGH);
      if (!palette.neon) {
        ctx.fillStyle = shade(
          ctx,
          [0, 0],
          [0, HIGH],
          [
            [0, "rgba(255,240,210,.2)"],
            [1, "rgba(0,0,0,.16)"],
          ],
        );
        ctx.fillRect(0, 0, width - 1, HIGH);
      }
      ctx.fillStyle = ink;
      ctx.font = `700 11.5px ${palette.font}`;
      ctx.letterSpacing = "2.4px";
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.fillText(text, width / 2, HIGH / 2 + 0.8);
      return picture;
    }),
  );
  return { pictures, width };
}

export function drawBoards(ctx: Ctx, view: View, palette: Palette, boards: Boards): void {
  const { width, groundTop } = view.geometry;
  enter(ctx, view);
  const shift = view.shift * 0.97;
  let before = -1;
  for (let board = Math.floor(shift / boards.width) - 1; board * boards.width - shift < width; board += 1) {
    let index = Math.floor(hashed(board, 11) * boards.pictures.length);
    if (index === before) index = (index + 1) % boards.pictures.length;
    before = index;
    const picture = boards.pictures[index];
    const x = board * boards.width - shift;
    if (picture !== undefined && x > -boards.width)
      ctx.drawImage(picture, x, groundTop - HIGH + 1, boards.width, HIGH + 3);
  }
  drawFarRail(ctx, view, palette);
}

function drawFarRail(ctx: Ctx, { geometry, shift }: View, palette: Palette): void {
  const { width, groundTop } = geometry;
  if (palette.neon) {
    const light = shade(
      ctx,
      [0, 0],
      [width, 0],
      [
        [0, "#9945ff"],
        [0.5, "#43b4ca"],
        [1, "#14f195"],
      ],
    );
    ctx.fillStyle = light;
    ctx.globalAlpha = 0.25;
    ctx.fillRect(0, groundTop - 2, width, 9);
    ctx.globalAlpha = 1;
    ctx.fillRect(0, groundTop + 1, width, 2);
    return;
  }
  ctx.fillStyle = palette.railShade;
  ctx.fillRect(0, groundTop + 4, width, 1.6);
  ctx.fillStyle = palette.rail;
  ctx.fillRect(0, groundTop + 0.6, width, 3.2);
  const off = ((shift % RAIL_POST) + RAIL_POST) % RAIL_POST;
  for (let x = -off; x < width + RAIL_POST; x += RAIL_POST) ctx.fillRect(x, groundTop + 2, 2.2, 9);
}

/** Posts that say how far it is to the line. */
export function drawDistancePosts(ctx: Ctx, view: View, palette: Palette, finishDistance: number): void {
  const { width, groundTop } = view.geometry;
  for (let toGo = POST_EVERY_LENGTHS; toGo < finishDistance - 6; toGo += POST_EVERY_LENGTHS) {
    const x = courseX(view, finishDistance - toGo, groundTop);
    if (x < -30 || x > width + 30) continue;
    ctx.fillStyle = palette.post;
    ctx.fillRect(x - 1.3, groundTop - 34, 2.6, 38);
    disc(ctx, palette.post, x, groundTop - 38, 12);
    disc(ctx, palette.neon ? "#0b0722" : palette.postHead, x, groundTop - 38, 10.2);
    ctx.fillStyle = "#ffffff";
    ctx.font = `700 9.5px ${palette.font}`;
    ctx.letterSpacing = "0px";
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(String(metresOf(toGo)), x, groundTop - 37.4);
  }
}

export function drawNearRail(ctx: Ctx, view: View, palette: Palette): void {
  const { width, height, groundBottom } = view.geometry;
  enter(ctx, view);
  const y = groundBottom + (height - groundBottom) * 0.42;
  const spacing = 130;
  const off = (((view.shift * 1.12) % spacing) + spacing) % spacing;
  const wide = palette.neon ? 2 : 5;
  if (palette.neon) {
    ctx.fillStyle = shade(
      ctx,
      [0, 0],
      [width, 0],
      [
        [0, "#14f195"],
        [0.5, "#00d1ff"],
        [1, "#9945ff"],
      ],
    );
    ctx.globalAlpha = 0.2;
    ctx.fillRect(0, y - 11, width, 19);
    ctx.globalAlpha = 1;
    ctx.fillRect(0, y - 3, width, 3);
  } else {
    ctx.fillStyle = "rgba(8,24,10,.35)";
    ctx.fillRect(0, y + 6, width, 5);
    ctx.fillStyle = "#e4ddc8";
  }
  for (let x = -off; x < width + spacing; x += spacing) ctx.fillRect(x, y, wide, height);
  if (palette.neon) return;
  ctx.fillStyle = shade(
    ctx,
    [0, y - 6],
    [0, y + 3],
    [
      [0, "#fffdf4"],
      [1, "#cfc7b0"],
    ],
  );
  ctx.fillRect(0, y - 6, width, 8);
}
