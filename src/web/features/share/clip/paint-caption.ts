import { drawSilk, fitText, fontOf, type PictureInk, writeText } from "../picture-ink.ts";
import type { ClipFacts } from "./clip-facts.ts";
import type { ClipShape } from "./clip-shape.ts";

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
/** At least this much is free between two texts on a line. */
const GAP = 22;
/** The winner is named once the finish has been seen. */
const WINNER_AFTER_MS = 600;
/** Sizes of the texts, and their baselines below the caption's upper edge. */
const wide = { title: 40, small: 20, titleAt: 52, raceAt: 84, linkAt: 84, silk: 78 } as const;
const square = { title: 58, small: 28, titleAt: 74, raceAt: 122, linkAt: 166, silk: 140 } as const;

/**
 * Writes along the lower edge which race it is, its time and address and, after the finish, who won it. What is too
 * long for its line is written smaller, never cut.
 */
export function paintCaption(
  ctx: CanvasRenderingContext2D,
  ink: PictureInk,
  shape: ClipShape,
  { winner, durationMs }: ClipFacts,
  words: CaptionWords,
  elapsedMs: number,
): void {
  const at = shape.width > shape.height ? wide : square;
  const top = shape.height - shape.caption;
  const right = shape.width - EDGE;
  const isOver = elapsedMs >= durationMs + WINNER_AFTER_MS;
  const left = isOver ? EDGE + at.silk + GAP : EDGE;
  const hasOwnLine = at.linkAt !== at.raceAt;
  ctx.save();
  ctx.fillStyle = ink.bg;
  ctx.fillRect(0, top, shape.width, shape.caption);
  ctx.fillStyle = ink.accent;
  ctx.fillRect(0, top, shape.width, 2);
  ctx.textBaseline = "alphabetic";
  if (isOver) drawSilk(ctx, ink, winner, { x: EDGE, y: top + (shape.caption - at.silk) / 2, size: at.silk });
  const write = (text: string, x: number, below: number, color: string): number => {
    writeText(ctx, text, x, top + below, color);
    return ctx.measureText(text).width;
  };

  ctx.textAlign = "right";
  ctx.font = fontOf(ink.display, at.title);
  const clock = write(words.seconds(Math.min(elapsedMs, durationMs)), right, at.titleAt, ink.text);
  const odds = isOver ? ctx.measureText(words.odds).width + GAP : 0;
  ctx.textAlign = "left";
  fitText(ctx, isOver ? winner.name : "Furlong", ink.display, at.title, right - clock - odds - GAP - left);
  const name = write(isOver ? winner.name : "Furlong", left, at.titleAt, ink.text);
  ctx.font = fontOf(ink.display, at.title);
  if (isOver) write(words.odds, left + name + GAP, at.titleAt, ink.bright);

  ctx.font = fontOf(ink.ui, at.small);
  const race = write(words.race, left, at.raceAt, ink.muted);
  const linkLeft = hasOwnLine ? left : left + race + GAP;
  fitText(ctx, words.link, ink.ui, at.small, right - linkLeft);
  if (!hasOwnLine) ctx.textAlign = "right";
  write(words.link, hasOwnLine ? left : right, at.linkAt, ink.muted);
  ctx.restore();
}
