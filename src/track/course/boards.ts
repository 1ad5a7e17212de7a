import { createPicture, disc, hashed, shade, type Ctx, type Picture } from "../ink.ts";
import { metresOf } from "../distances.ts";
import { courseX, drawInCssPixels, snapped, type View } from "../view.ts";
import type { Palette } from "./palette.ts";

const HIGH = 17;
const POST_EVERY_LENGTHS = 10;

/** Advertising boards behind the far rail, each text in each colour, in an order that does not repeat. */
export interface Boards {
  /** By text. */
  readonly pictures: readonly (readonly Picture[])[];
  readonly width: number;
}

export function paintBoards(palette: Palette, texts: readonly string[], ratio: number): Boards {
  const width = 190;
  const pictures = texts.map((text) =>
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

export function drawBoards(ctx: Ctx, view: View, boards: Boards): void {
  const { width, groundTop } = view.geometry;
  drawInCssPixels(ctx, view);
  const shift = view.shift * 0.97;
  for (let board = Math.floor(shift / boards.width) - 1; board * boards.width - shift < width; board += 1) {
    // No text is visible twice at a time: texts take turns, and only their colours are random.
    const texts = boards.pictures.length;
    const colors = boards.pictures[((board % texts) + texts) % texts] ?? [];
    const picture = colors[Math.floor(hashed(board, 12) * colors.length)];
    const x = board * boards.width - shift;
    if (picture !== undefined && x > -boards.width)
      ctx.drawImage(picture, snapped(view, x), groundTop - HIGH + 1, boards.width, HIGH + 3);
  }
}

/** Posts that show the distance to the line. */
export function drawDistancePosts(ctx: Ctx, view: View, palette: Palette, finishDistance: number): void {
  const { width, groundTop } = view.geometry;
  for (let toGo = POST_EVERY_LENGTHS; toGo < finishDistance - 6; toGo += POST_EVERY_LENGTHS) {
    const x = courseX(view, finishDistance - toGo, groundTop);
    if (x < -30 || x > width + 30) continue;
    ctx.fillStyle = palette.post;
    ctx.fillRect(x - 1.3, groundTop - 34, 2.6, 38);
    disc(ctx, palette.post, x, groundTop - 38, 12);
    disc(ctx, palette.numberDisc, x, groundTop - 38, 10.2);
    ctx.fillStyle = "#ffffff";
    ctx.font = `700 9.5px ${palette.font}`;
    ctx.letterSpacing = "0px";
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(String(metresOf(toGo)), x, groundTop - 37.4);
  }
}
