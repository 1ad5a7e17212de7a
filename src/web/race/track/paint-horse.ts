import { patternOf, type SilkPattern } from "../../ui/silk-pattern.ts";
import { mixed, withAlpha } from "./palette.ts";

/** How a horse and its rider look. */
export interface HorseLook {
  readonly number: number;
  readonly color: string;
  readonly neon: boolean;
}

/** A horse at a moment. */
export interface HorsePose {
  /** Part of the stride, 0 to 1. */
  readonly stride: number;
  /** 0 standing, 1 at a full gallop. */
  readonly effort: number;
}

const coats = ["#6b3a1f", "#3f2a20", "#8a5426", "#2b2827", "#9a6238", "#8d8781"] as const;

/**
 * Draws a horse facing right: its nose near x = 0.86, its hooves on y = 0, the withers one unit high. The caller
 * has set the scale. Simple shapes; the numbers are parts of the withers' height.
 */
export function paintHorse(
  ctx: CanvasRenderingContext2D,
  look: HorseLook,
  { stride, effort }: HorsePose,
): void {
  const turn = stride * 2 * Math.PI;
  const coat = look.neon
    ? mixed("#17132e", look.color, 0.22)
    : (coats[(look.number - 1) % coats.length] ?? coats[0]);
  const far = look.neon ? mixed("#100c24", look.color, 0.14) : mixed(rgbHex(coat), "#000000", 0.35);
  const mane = look.neon ? look.color : "#1a1210";
  const bob = Math.sin(turn * 2) * 0.02 * effort;
  ctx.save();
  ctx.translate(0, bob);
  paintTail(ctx, mane, turn, effort);
  paintLeg(ctx, far, { x: -0.26, hind: true }, turn + 0.7, effort);
  paintLeg(ctx, far, { x: 0.3, hind: false }, turn + 3.6, effort);
  paintBody(ctx, coat, look);
  paintHead(ctx, coat, mane, look, Math.sin(turn) * 0.05 * effort);
  paintLeg(ctx, coat, { x: -0.32, hind: true }, turn, effort);
  paintLeg(ctx, coat, { x: 0.24, hind: false }, turn + 2.9, effort);
  paintCloth(ctx, look);
  paintRider(ctx, look, Math.sin(turn) * 0.03 * effort);
  ctx.restore();
}

const rgbHex = (color: string): string => (color.startsWith("#") ? color : "#000000");

/** Traces the current path in light. */
function glow(ctx: CanvasRenderingContext2D, color: string): void {
  for (const [width, alpha] of [
    [0.07, 0.2],
    [0.02, 0.9],
  ] as const) {
    ctx.strokeStyle = withAlpha(color, alpha);
    ctx.lineWidth = width;
    ctx.stroke();
  }
}

function paintBody(ctx: CanvasRenderingContext2D, coat: string, look: HorseLook): void {
  ctx.fillStyle = coat;
  ctx.beginPath();
  ctx.moveTo(-0.52, -0.78);
  ctx.bezierCurveTo(-0.48, -1.0, -0.22, -1.0, -0.02, -0.93);
  ctx.bezierCurveTo(0.14, -0.9, 0.3, -1.0, 0.42, -0.86);
  ctx.bezierCurveTo(0.5, -0.72, 0.42, -0.54, 0.26, -0.5);
  ctx.bezierCurveTo(0.06, -0.46, -0.12, -0.52, -0.28, -0.5);
  ctx.bezierCurveTo(-0.46, -0.48, -0.56, -0.6, -0.52, -0.78);
  ctx.fill();
  if (look.neon) {
    glow(ctx, look.color);
    return;
  }
  const shade = ctx.createLinearGradient(0, -1, 0, -0.48);
  shade.addColorStop(0, "rgba(255, 230, 190, 0.22)");
  shade.addColorStop(0.5, "rgba(0, 0, 0, 0)");
  shade.addColorStop(1, "rgba(0, 0, 0, 0.35)");
  ctx.fillStyle = shade;
  ctx.fill();
}

function paintHead(
  ctx: CanvasRenderingContext2D,
  coat: string,
  mane: string,
  look: HorseLook,
  nod: number,
): void {
  ctx.save();
  ctx.translate(0.32, -0.82);
  ctx.rotate(nod);
  ctx.fillStyle = coat;
  ctx.beginPath();
  ctx.moveTo(-0.1, -0.08);
  ctx.bezierCurveTo(0.06, -0.2, 0.16, -0.36, 0.28, -0.4);
  ctx.lineTo(0.31, -0.48);
  ctx.lineTo(0.345, -0.39);
  ctx.bezierCurveTo(0.44, -0.34, 0.52, -0.24, 0.56, -0.17);
  ctx.bezierCurveTo(0.57, -0.11, 0.52, -0.09, 0.48, -0.11);
  ctx.bezierCurveTo(0.4, -0.16, 0.34, -0.2, 0.28, -0.2);
  ctx.bezierCurveTo(0.22, -0.1, 0.16, 0.06, 0.08, 0.16);
  ctx.fill();
  if (look.neon) {
    glow(ctx, look.color);
  }
  ctx.strokeStyle = mane;
  ctx.lineWidth = 0.05;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(0.27, -0.41);
  ctx.quadraticCurveTo(0.1, -0.34, -0.06, -0.12);
  ctx.stroke();
  ctx.fillStyle = look.neon ? "#ffffff" : "#0c0a09";
  ctx.beginPath();
  ctx.arc(0.37, -0.29, 0.018, 0, 7);
  ctx.fill();
  ctx.restore();
}

function paintTail(ctx: CanvasRenderingContext2D, color: string, turn: number, effort: number): void {
  const lift = 0.3 * effort + Math.sin(turn) * 0.05 * effort;
  ctx.strokeStyle = color;
  ctx.lineCap = "round";
  ctx.lineWidth = 0.075;
  ctx.beginPath();
  ctx.moveTo(-0.5, -0.82);
  ctx.quadraticCurveTo(-0.66, -0.86 + 0.1 * (1 - effort), -0.72 - 0.16 * effort, -0.4 - lift);
  ctx.stroke();
}

interface Hip {
  readonly x: number;
  readonly hind: boolean;
}

/** Two segments and a hoof: the thigh swings, the lower leg folds while it comes forward. */
function paintLeg(
  ctx: CanvasRenderingContext2D,
  color: string,
  { x, hind }: Hip,
  turn: number,
  effort: number,
): void {
  const swing = Math.sin(turn) * 0.75 * effort;
  const fold = Math.max(0, Math.cos(turn)) * 1.5 * effort;
  const knee = { x: x + Math.sin(swing) * 0.32, y: -0.56 + Math.cos(swing) * 0.3 };
  const lower = hind ? swing - fold * 0.75 + 0.12 * effort : swing - fold;
  const hoof = { x: knee.x + Math.sin(lower) * 0.27, y: knee.y + Math.cos(lower) * 0.26 };
  ctx.strokeStyle = color;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.lineWidth = 0.12;
  ctx.beginPath();
  ctx.moveTo(x, -0.6);
  ctx.lineTo(knee.x, knee.y);
  ctx.stroke();
  ctx.lineWidth = 0.062;
  ctx.beginPath();
  ctx.moveTo(knee.x, knee.y);
  ctx.lineTo(hoof.x, hoof.y);
  ctx.lineTo(hoof.x + 0.035, hoof.y + 0.012);
  ctx.stroke();
}

function paintCloth(ctx: CanvasRenderingContext2D, look: HorseLook): void {
  ctx.fillStyle = look.neon ? "#0b0722" : "#f8f3e4";
  ctx.strokeStyle = look.color;
  ctx.lineWidth = 0.025;
  ctx.beginPath();
  ctx.roundRect(-0.2, -0.9, 0.27, 0.24, 0.04);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = look.neon ? "#ffffff" : "#12140f";
  ctx.font = "700 0.2px Archivo, sans-serif";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(String(look.number), -0.065, -0.77);
}

function paintRider(ctx: CanvasRenderingContext2D, look: HorseLook, rock: number): void {
  const { name, second, cap } = patternOf(look.number);
  ctx.save();
  ctx.translate(0.02, -1.0);
  ctx.rotate(rock);
  ctx.strokeStyle = "#f4f0e6";
  ctx.lineWidth = 0.09;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(-0.1, -0.14);
  ctx.lineTo(0.06, -0.02);
  ctx.lineTo(0.0, 0.12);
  ctx.stroke();
  ctx.save();
  ctx.beginPath();
  ctx.ellipse(0.02, -0.22, 0.2, 0.105, -0.25, 0, 7);
  ctx.fillStyle = look.color;
  ctx.fill();
  ctx.clip();
  paintPattern(ctx, name, second);
  ctx.restore();
  ctx.strokeStyle = look.color;
  ctx.lineWidth = 0.065;
  ctx.beginPath();
  ctx.moveTo(0.13, -0.24);
  ctx.lineTo(0.2, -0.1);
  ctx.lineTo(0.3, -0.1);
  ctx.stroke();
  ctx.fillStyle = "#d9a173";
  ctx.beginPath();
  ctx.arc(0.25, -0.31, 0.065, 0, 7);
  ctx.fill();
  ctx.fillStyle = cap;
  ctx.beginPath();
  ctx.arc(0.24, -0.335, 0.08, Math.PI * 0.92, Math.PI * 2.02);
  ctx.lineTo(0.36, -0.325);
  ctx.fill();
  ctx.restore();
}

/** The silk's pattern over the rider's back, around (0.02, −0.22). */
function paintPattern(ctx: CanvasRenderingContext2D, pattern: SilkPattern, color: string): void {
  ctx.fillStyle = color;
  ctx.strokeStyle = color;
  switch (pattern) {
    case "sash":
      ctx.lineWidth = 0.07;
      ctx.beginPath();
      ctx.moveTo(-0.14, -0.08);
      ctx.lineTo(0.16, -0.36);
      ctx.stroke();
      return;
    case "hoops":
      for (const x of [-0.12, -0.02, 0.08, 0.18]) ctx.fillRect(x, -0.4, 0.045, 0.4);
      return;
    case "quarters":
      ctx.fillRect(0.02, -0.4, 0.3, 0.18);
      ctx.fillRect(-0.3, -0.22, 0.32, 0.2);
      return;
    case "stars":
    case "spots":
      for (const [x, y] of [
        [-0.1, -0.2],
        [-0.02, -0.26],
        [0.05, -0.19],
        [0.12, -0.27],
        [-0.04, -0.15],
      ] as const) {
        ctx.beginPath();
        ctx.arc(x, y, 0.024, 0, 7);
        ctx.fill();
      }
      return;
    case "chevrons":
      ctx.lineWidth = 0.035;
      for (const x of [-0.12, -0.02, 0.08]) {
        ctx.beginPath();
        ctx.moveTo(x, -0.38);
        ctx.lineTo(x + 0.07, -0.22);
        ctx.lineTo(x, -0.06);
        ctx.stroke();
      }
  }
}
