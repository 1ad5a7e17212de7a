import { patternOf, SILK_SHADE, SILK_SHIRT, silkMarks } from "../../../domain/silk-pattern.ts";

/** The theme's tokens, as far as the picture needs them. */
export interface PictureInk {
  readonly bg: string;
  readonly bg2: string;
  readonly panel: string;
  readonly divider: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly bright: string;
  readonly good: string;
  readonly info: string;
  readonly glowA: string;
  readonly glowB: string;
  /** In the form of `ctx.font`, without the size. */
  readonly display: { readonly weight: string; readonly family: string };
  readonly ui: { readonly weight: string; readonly family: string };
}

/** Reads the theme from an element that it applies to. */
export function inkOf(element: Element): PictureInk {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    bg: token("bg"),
    bg2: token("bg2"),
    panel: token("panel"),
    divider: token("divider"),
    text: token("text"),
    muted: token("muted"),
    accent: token("accent"),
    bright: token("bright"),
    good: token("good"),
    info: token("info"),
    glowA: token("glow-a"),
    glowB: token("glow-b"),
    display: { weight: token("font-display-weight"), family: token("font-display") },
    ui: { weight: "700", family: token("font-ui") },
  };
}

export const fontOf = ({ weight, family }: PictureInk["ui"], size: number): string =>
  `${weight} ${size}px ${family}`;

/** Waits for the theme's own fonts, so that the picture is not drawn in others. */
export const loadFaces = async ({ display, ui }: PictureInk): Promise<void> => {
  await Promise.all([display, ui].map((face) => document.fonts.load(fontOf(face, 40))));
};

interface Square {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A horse's silk, as `Silk` draws it on the page. */
export function drawSilk(
  ctx: CanvasRenderingContext2D,
  ink: PictureInk,
  { number, color }: { readonly number: number; readonly color: string },
  { x, y, size }: Square,
): void {
  const pattern = patternOf(number);
  const shirt = new Path2D(SILK_SHIRT);
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / 48, size / 48);
  ctx.save();
  ctx.clip(shirt);
  ctx.fillStyle = color;
  ctx.fillRect(0, 0, 48, 48);
  ctx.fillStyle = pattern.second;
  ctx.fill(new Path2D(silkMarks[pattern.name]));
  ctx.fillStyle = "rgba(0,0,0,.14)";
  ctx.fill(new Path2D(SILK_SHADE));
  ctx.restore();
  ctx.lineWidth = 1.2;
  ctx.strokeStyle = "rgba(0,0,0,.45)";
  ctx.stroke(shirt);
  ctx.beginPath();
  ctx.arc(24, 26.5, 9.5, 0, Math.PI * 2);
  ctx.fillStyle = "#fffdf6";
  ctx.fill();
  ctx.strokeStyle = "rgba(0,0,0,.55)";
  ctx.stroke();
  ctx.fillStyle = "#12140f";
  ctx.font = fontOf(ink.ui, 15);
  ctx.textAlign = "center";
  ctx.fillText(String(number), 24, 31.8);
  ctx.restore();
}

/** Sets the font to the largest size, at most `size`, at which the text is no wider than `width`. */
export function fitText(
  ctx: CanvasRenderingContext2D,
  text: string,
  face: PictureInk["ui"],
  size: number,
  width: number,
): void {
  ctx.font = fontOf(face, size);
  const wide = ctx.measureText(text).width;
  if (wide > width) ctx.font = fontOf(face, Math.floor((size * width) / wide));
}

export function writeText(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  color: string,
  font = ctx.font,
): void {
  ctx.font = font;
  ctx.fillStyle = color;
  ctx.fillText(text, x, y);
}
