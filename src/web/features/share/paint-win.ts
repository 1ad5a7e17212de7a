import { BRAND_HEAD } from "../../../domain/brand.ts";
import { drawSilk, fitText, fontOf, type PictureInk, writeText } from "./picture-ink.ts";
import type { WinFacts } from "./win-facts.ts";

/** The size at which links are shown almost everywhere. */
export const PICTURE = { width: 1200, height: 630 } as const;

export interface PictureWords {
  /** Which race it was, and how clearly it was won. */
  readonly race: string;
  readonly pays: string;
  /** `×2.85` */
  readonly odds: string;
  readonly whoWon: string;
  /** `+0.7125` */
  readonly won: string;
  readonly unit: string;
  /** Where the race can be replayed, in readable form: without the protocol. */
  readonly link: string;
  /** A note for money without value. */
  readonly moneyNote: string | null;
}

type Ctx = CanvasRenderingContext2D;

/** Left edge of the text, and where it ends. */
const WORDS = { left: 486, right: 1136 } as const;

/** Paints the picture of a win onto a whole canvas of size {@link PICTURE}. */
export function paintWin(ctx: Ctx, ink: PictureInk, facts: WinFacts, words: PictureWords): void {
  ctx.textBaseline = "alphabetic";
  paintGround(ctx, ink);
  paintSilk(ctx, ink, facts);
  paintWords(ctx, ink, facts, words);
  paintOrder(ctx, ink, facts);
  paintFoot(ctx, ink, words);
}

function paintGround(ctx: Ctx, ink: PictureInk): void {
  const { width, height } = PICTURE;
  const base = ctx.createLinearGradient(0, 0, 0, height);
  base.addColorStop(0, ink.bg2);
  base.addColorStop(1, ink.bg);
  ctx.fillStyle = base;
  ctx.fillRect(0, 0, width, height);
  glow(ctx, ink.glowB, 90, 60, 640);
  glow(ctx, ink.glowA, 1130, 20, 620);
  paintLanes(ctx, ink);
  ctx.strokeStyle = ink.accent;
  ctx.globalAlpha = 0.55;
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.roundRect(17, 17, width - 34, height - 34, 22);
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function glow(ctx: Ctx, color: string, x: number, y: number, radius: number): void {
  const light = ctx.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, color);
  light.addColorStop(1, "rgba(0,0,0,0)");
  ctx.fillStyle = light;
  ctx.fillRect(0, 0, PICTURE.width, PICTURE.height);
}

/** The lanes of a course, which run to the finish behind the silk. */
function paintLanes(ctx: Ctx, { divider, text }: PictureInk): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(18, 330, 430, 178);
  ctx.clip();
  ctx.strokeStyle = divider;
  ctx.lineWidth = 2;
  for (let lane = 0; lane <= 6; lane += 1) {
    const y = 334 + 168 * (lane / 6) ** 1.25;
    ctx.globalAlpha = 0.35 + lane * 0.1;
    ctx.beginPath();
    ctx.moveTo(0, y);
    ctx.lineTo(460, y);
    ctx.stroke();
  }
  // The finish line, chequered.
  for (let row = 0; row < 16; row += 1)
    for (let column = 0; column < 2; column += 1) {
      ctx.globalAlpha = (row + column) % 2 === 0 ? 0.32 : 0.06;
      ctx.fillStyle = text;
      ctx.fillRect(404 - row * 1.6 + column * 11, 332 + row * 11, 11, 11);
    }
  ctx.restore();
}

function paintSilk(ctx: Ctx, ink: PictureInk, { winner }: WinFacts): void {
  glow(ctx, ink.glowA, 236, 290, 300);
  ctx.save();
  ctx.shadowColor = "rgba(0,0,0,.55)";
  ctx.shadowBlur = 30;
  ctx.shadowOffsetY = 14;
  ctx.fillStyle = ink.panel;
  ctx.beginPath();
  ctx.arc(236, 274, 172, 0, Math.PI * 2);
  ctx.fill();
  ctx.restore();
  ctx.lineWidth = 5;
  ctx.strokeStyle = ink.accent;
  ctx.stroke();
  drawSilk(ctx, ink, winner, { x: 110, y: 150, size: 252 });
}

function paintWords(ctx: Ctx, ink: PictureInk, { winner }: WinFacts, words: PictureWords): void {
  const { left, right } = WORDS;
  const { race, pays, odds, whoWon, won, unit, moneyNote } = words;
  ctx.textAlign = "left";
  fitText(ctx, race, ink.ui, 27, right - left);
  writeText(ctx, race, left, 96, ink.muted);
  fitText(ctx, winner.name, ink.display, 76, right - left);
  writeText(ctx, winner.name, left, 178, ink.text);

  writeText(ctx, pays, left, 252, ink.muted, fontOf(ink.ui, 27));
  fitText(ctx, odds, ink.display, 116, 290);
  writeText(ctx, odds, left, 360, ink.bright);

  const column = left + 320;
  fitText(ctx, whoWon, ink.ui, 27, right - column);
  writeText(ctx, whoWon, column, 252, ink.muted);
  fitText(ctx, won, ink.display, 74, right - column);
  writeText(ctx, won, column, 330, ink.good);
  writeText(ctx, unit, column, 368, ink.muted, fontOf(ink.ui, 27));
  if (moneyNote !== null) {
    const at = column + ctx.measureText(`${unit} `).width;
    writeText(ctx, `· ${moneyNote}`, at, 368, ink.info, fontOf(ink.ui, 22));
  }
}

function paintOrder(ctx: Ctx, ink: PictureInk, { order }: WinFacts): void {
  const { left } = WORDS;
  for (const [place, runner] of order.entries()) {
    const x = left + place * 106;
    ctx.fillStyle = ink.panel;
    ctx.strokeStyle = place === 0 ? ink.accent : ink.divider;
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.roundRect(x, 412, 96, 78, 12);
    ctx.fill();
    ctx.stroke();
    drawSilk(ctx, ink, runner, { x: x + 40, y: 424, size: 54 });
    ctx.textAlign = "left";
    writeText(
      ctx,
      String(place + 1),
      x + 15,
      463,
      place === 0 ? ink.bright : ink.muted,
      fontOf(ink.display, 32),
    );
  }
}

function paintFoot(ctx: Ctx, ink: PictureInk, { link }: PictureWords): void {
  ctx.strokeStyle = ink.divider;
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.moveTo(56, 524);
  ctx.lineTo(1144, 524);
  ctx.stroke();
  paintMark(ctx, ink, 56, 542);
  ctx.textAlign = "left";
  writeText(ctx, "Furlong", 122, 583, ink.text, fontOf(ink.display, 38));
  ctx.textAlign = "right";
  fitText(ctx, link, ink.ui, 25, 640);
  writeText(ctx, link, 1144, 580, ink.muted);
}

function paintMark(ctx: Ctx, ink: PictureInk, x: number, y: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(1.35, 1.35);
  ctx.beginPath();
  ctx.arc(20, 20, 18.5, 0, Math.PI * 2);
  ctx.fillStyle = ink.bg;
  ctx.fill();
  ctx.lineWidth = 2.2;
  ctx.strokeStyle = ink.accent;
  ctx.stroke();
  ctx.fillStyle = ink.bright;
  ctx.fill(new Path2D(BRAND_HEAD));
  ctx.restore();
}
