import { useEffect, useRef } from "react";
import { exampleRace } from "../foundation/live/testing/example-race.ts";
import { geometryOf } from "../../track/geometry.ts";
import { bakeHorse, drawHorse } from "../../track/horse/draw-horse.ts";
import { courseFor, momentAt, type Course } from "../../track/moment.ts";
import { loadScenery, type Scenery } from "../../track/scenery.ts";
import { loadTrackFont } from "../../track/track-fonts.ts";
import type { Theme } from "../../domain/theme.ts";

interface FilmedRace {
  readonly motionSeed: string;
  readonly durationMs: number;
  readonly places: readonly number[];
}

const COLUMNS = 8;
/** Pixels per unit of anatomy.ts, and the size of a cell. */
const SCALE = 1.15;
const CELL = { width: 300, height: 205 } as const;
/** Standing, leaping out of the gate, at a gallop, driving for home, pulling up. */
const sequences = [
  { name: "launch", fromMs: -100, everyMs: 90 },
  { name: "gallop", fromMs: 5000, everyMs: 52 },
  { name: "drive", fromMs: 11_300, everyMs: 90 },
  { name: "behind the line", fromMs: 12_200, everyMs: 420 },
] as const;

/** Every horse, enlarged, through the parts of a race: errors of a leg, a hand or a number show here first. */
export function StrideSheet({ theme, race }: { readonly theme: Theme; readonly race: FilmedRace }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    void (async () => {
      const [scenery] = await Promise.all([loadScenery(theme), loadTrackFont(theme, document.fonts)]);
      if (canvas.current === null) return;
      drawSheet(canvas.current, scenery, courseOf(race));
      canvas.current.dataset["drawn"] = theme;
    })();
  }, [theme, race]);
  return <canvas ref={canvas} data-testid="strides" />;
}

const courseOf = ({ motionSeed, durationMs, places }: FilmedRace): Course =>
  courseFor(geometryOf(1010, 486), {
    horses: exampleRace().horses.map(({ number, color }) => ({ number, color })),
    marked: null,
    durationMs,
    run: { startsAt: 0, motionSeed, places },
  });

function drawSheet(canvas: HTMLCanvasElement, { lookOf, palette }: Scenery, course: Course): void {
  const { horses } = course.state;
  canvas.width = COLUMNS * CELL.width;
  canvas.height = horses.length * sequences.length * CELL.height;
  canvas.style.width = `${canvas.width}px`;
  canvas.style.maxWidth = "none";
  const ctx = canvas.getContext("2d");
  if (ctx === null) return;
  ctx.fillStyle = palette.neon ? "#140b38" : "#478a43";
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  for (const [index, { number, color }] of horses.entries()) {
    const pictures = bakeHorse(lookOf(number, color.toLowerCase()), SCALE, palette.font);
    for (const [row, { name, fromMs, everyMs }] of sequences.entries())
      for (let column = 0; column < COLUMNS; column += 1) {
        const elapsedMs = fromMs + column * everyMs;
        const running = momentAt(course, elapsedMs).running[index];
        if (running === undefined) continue;
        const ground = (index * sequences.length + row + 1) * CELL.height - 22;
        const x = column * CELL.width + 128;
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        ctx.fillStyle = "rgba(0,0,0,.35)";
        ctx.fillRect(column * CELL.width, ground, CELL.width, 1);
        ctx.fillStyle = "#ffffff";
        ctx.font = "12px sans-serif";
        ctx.textAlign = "left";
        ctx.fillText(`${number} ${name} ${elapsedMs} ms`, column * CELL.width + 8, ground + 16);
        const { horse, rider, run } = running;
        drawHorse(ctx, pictures, horse, rider, { scale: SCALE, x: x - run * SCALE, y: ground });
      }
  }
}
