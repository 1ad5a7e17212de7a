import { planRace, type RacePlan } from "../../../domain/motion.ts";
import type { Theme } from "../../themes/theme.ts";
import { geometryOf, type Geometry } from "./geometry.ts";
import { palettes } from "./palette.ts";
import { paintFrame, type TrackHorse } from "./paint-frame.ts";
import { paintScenery, type Scenery } from "./scenery.ts";

/** All that the drawing needs to know. Set as a whole; the view compares and repaints what has changed. */
export interface TrackState {
  readonly theme: Theme;
  readonly horses: readonly TrackHorse[];
  readonly marked: number | null;
  readonly durationMs: number;
  /** The run, once it has been started; null while the horses are in the gate. */
  readonly run: {
    readonly startsAt: number;
    readonly motionSeed: string;
    readonly places: readonly number[] | null;
  } | null;
}

/** A drawing of the race on a canvas, outside React. */
export interface TrackView {
  set(state: TrackState): void;
  destroy(): void;
}

const PHONE_RATIO = 1.5;
const FULL_RATIO = 2;
/** Nothing moves any more this long after the finish. */
const PULLED_UP_AFTER_MS = 20_000;

/**
 * Draws a race on a canvas for as long as it is not destroyed. Where the horses are follows from the state and
 * `now`, the server's time, alone: a late joiner sees what everybody sees.
 */
export function createTrackView(canvas: HTMLCanvasElement, now: () => number): TrackView {
  const ctx = canvas.getContext("2d", { alpha: false });
  let state: TrackState | null = null;
  let plan: RacePlan | null = null;
  let stage: { geometry: Geometry; scenery: Scenery; ratio: number } | null = null;
  let frame = 0;
  /** Set when something other than time has changed. */
  let stale = true;

  const restage = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (state === null || width === 0 || height === 0) return;
    const geometry = geometryOf(width, height);
    const ratio = Math.min(devicePixelRatio, geometry.compact ? PHONE_RATIO : FULL_RATIO);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    stage = { geometry, ratio, scenery: paintScenery(geometry, palettes[state.theme], ratio) };
    stale = true;
  };

  const paint = () => {
    frame = requestAnimationFrame(paint);
    if (ctx === null || state === null || stage === null) return;
    const elapsedMs = state.run === null ? 0 : now() - state.run.startsAt;
    const isMoving = elapsedMs > 0 && elapsedMs < state.durationMs + PULLED_UP_AFTER_MS;
    if (!isMoving && !stale) return;
    stale = false;
    ctx.setTransform(stage.ratio, 0, 0, stage.ratio, 0, 0);
    paintFrame(ctx, stage.geometry, palettes[state.theme], stage.scenery, {
      horses: state.horses,
      marked: state.marked,
      plan,
      finishDistance: plan?.finishDistance ?? courseLength(state.durationMs),
      elapsedMs,
    });
  };

  const observer = new ResizeObserver(restage);
  observer.observe(canvas);
  // Boards painted before their font has come would keep the substitute.
  void document.fonts.ready.then(restage);
  frame = requestAnimationFrame(paint);

  return {
    set(next) {
      const before = state;
      state = next;
      stale = true;
      plan = next.run === null ? null : planRace({ ...next.run, durationMs: next.durationMs });
      if (before?.theme !== next.theme) restage();
    },
    destroy() {
      cancelAnimationFrame(frame);
      observer.disconnect();
    },
  };
}

/** Length of the course before its plan is known; the same for every seed. */
export const courseLength = (durationMs: number): number =>
  planRace({ motionSeed: "0".repeat(32), durationMs, places: null }).finishDistance;
