import { drawSilk, fontOf, type PictureInk } from "../picture-ink.ts";
import type { ClipFacts } from "./clip-facts.ts";
import { CLIP } from "./record-clip.ts";

export interface CaptionWords {
  /** Which race, and when it was. */
  readonly race: string;
  /** `×2.85`; empty when nobody had bet on the winner. */
  readonly odds: string;
  /** Without the scheme. */
  readonly link: string;
  /** The age of the race in seconds. */
  readonly seconds: (elapsedMs: number) => string;
}

const EDGE = 28;
/** The winner is named once the finish has been seen. */
const WINNER_AFTER_MS = 600;

/** Writes along the lower edge which race it is, its time and address and, after the finish, who won it. */
export function paintCaption(
  ctx: CanvasRenderingContext2D,
  ink: PictureInk,
  { winner, durationMs }: ClipFacts,
  words: CaptionWords,
  elapsedMs: number,
): void {
  const top = CLIP.height - CLIP.caption;
  const right = CLIP.width - EDGE;
  const isOver = elapsedMs >= durationMs + WINNER_AFTER_MS;
  ctx.save();
  ctx.fillStyle = ink.bg;
  ctx.fillRect(0, top, CLIP.width, CLIP.caption);
  ctx.fillStyle = ink.accent;
  ctx.fillRect(0, top, CLIP.width, 2);
  ctx.textBaseline = "alphabetic";
  const write = (text: string, x: number, y: number, font: string, color: string) => {
    ctx.font = font;
    ctx.fillStyle = color;
    ctx.fillText(text, x, y);
    return ctx.measureText(text).width;
  };
  ctx.textAlign = "right";
  const clock = words.seconds(Math.min(elapsedMs, durationMs));
  write(clock, right, top + 52, fontOf(ink.display, 40), ink.text);
  const taken = write(words.link, right, top + 84, fontOf(ink.ui, 20), ink.muted);
  ctx.textAlign = "left";
  if (!isOver) {
    write("Furlong", EDGE, top + 52, fontOf(ink.display, 40), ink.text);
    write(words.race, EDGE, top + 84, fontOf(ink.ui, 20), ink.muted);
  } else {
    drawSilk(ctx, ink, winner, { x: EDGE, y: top + 14, size: 78 });
    const left = EDGE + 96;
    const room = right - taken - left - 40;
    ctx.font = fontOf(ink.display, 40);
    const name = shortened(ctx, winner.name, room - 140);
    const wide = write(name, left, top + 52, ctx.font, ink.text);
    write(words.odds, left + wide + 22, top + 52, ctx.font, ink.bright);
    write(words.race, left, top + 84, fontOf(ink.ui, 20), ink.muted);
  }
  ctx.restore();
}

/** The text with as many of its characters as fit into a width in the present font. */
function shortened(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  if (ctx.measureText(text).width <= width) return text;
  const characters = Array.from(text);
  while (characters.length > 1 && ctx.measureText(`${characters.join("")}\u2026`).width > width)
    characters.pop();
  return `${characters.join("")}\u2026`;
}
