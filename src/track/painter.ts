import { drawMoment } from "./draw-moment.ts";
import type { Ctx, Picture } from "./ink.ts";
import { courseFor, momentAt, type Course } from "./moment.ts";
import { drawSmoke, paintSmoke, SMOKE_FPS, SMOKE_SCALE, type Smoke } from "./smoke.ts";
import { loadScenery, type Scenery } from "./scenery.ts";
import { buildStage, type Stage } from "./stage.ts";
import type { Theme } from "../domain/theme.ts";
import { loadTrackFont } from "./track-fonts.ts";
import type { TrackState } from "./track-state.ts";
import { DAY_S } from "../domain/utc-day.ts";

/** Size of a canvas on the page. */
export interface Size {
  readonly width: number;
  readonly height: number;
  /** Canvas pixels per CSS pixel. */
  readonly ratio: number;
}

/**
 * Paints onto one canvas, on the page's thread or in a worker. It keeps what it has painted for later frames and
 * repaints it when theme, size or horses have changed. `now` is the server's time in ms.
 */
export interface Painter<State> {
  set(state: State): void;
  resize(size: Size): void;
  /** Draws the moment, if anything has changed since the last. Returns whether the canvas shows the state. */
  paint(now: number): boolean;
}

/** This long after the finish only the crowd still moves. */
const PULLED_UP_AFTER_MS = 30_000;
/** While a window is being resized, nothing is repainted until its size has been stable for this long. */
const SETTLED_MS = 150;
/** While the horses only wait, this many frames per second are enough. */
const WAITING_FPS = 30;

/**
 * A graphics process that ends takes the pixels of every canvas with it, hidden pictures included; the browser then
 * empties them all and goes on. `repaint` is called once it can paint again.
 */
const onPixelsLost = (canvas: Picture, repaint: () => void): void =>
  canvas.addEventListener("contextrestored", repaint);

export function createTrackPainter(canvas: Picture, fonts: FontFaceSet): Painter<TrackState> {
  // Created with the first picture: until then the page shows through instead of black.
  let ctx: Ctx | null = null;
  let state: TrackState | null = null;
  let size: Size | null = null;
  let nextSize: { readonly size: Size; readonly since: number } | null = null;
  let loaded: { readonly theme: Theme; readonly scenery: Scenery } | null = null;
  let stage: Stage | null = null;
  let stageKey = "";
  let course: Course | null = null;
  let lastTick = Number.NaN;

  const prepare = () => {
    course = null;
    lastTick = Number.NaN;
    if (state === null || size === null || loaded?.theme !== state.theme) return;
    const { theme, signs, horses, durationMs } = state;
    const key = JSON.stringify([theme, signs, horses, durationMs, size]);
    if (key !== stageKey || stage === null) {
      canvas.width = Math.round(size.width * size.ratio);
      canvas.height = Math.round(size.height * size.ratio);
      stage = buildStage({ scenery: loaded.scenery, signs, horses, durationMs, ...size });
      stageKey = key;
    }
    course = courseFor(stage.geometry, state);
  };

  const fetchSetting = async (theme: Theme) => {
    const [scenery] = await Promise.all([loadScenery(theme), loadTrackFont(theme, fonts)]);
    if (state?.theme !== theme) return;
    loaded = { theme, scenery };
    prepare();
  };

  onPixelsLost(canvas, () => {
    stageKey = "";
    prepare();
  });

  return {
    set(next) {
      state = next;
      prepare();
      if (loaded?.theme !== next.theme) void fetchSetting(next.theme);
    },
    resize(next) {
      nextSize = { size: next, since: size === null ? Number.NEGATIVE_INFINITY : performance.now() };
    },
    paint(now) {
      if (nextSize !== null && performance.now() - nextSize.since > SETTLED_MS) {
        size = nextSize.size;
        nextSize = null;
        prepare();
      }
      if (stage === null || course === null) return false;
      ctx ??= canvas.getContext("2d", { alpha: false }) as Ctx | null;
      if (ctx === null) return false;
      const moment = momentAt(course, now);
      const running = moment.elapsedMs > -100 && moment.sinceFinishMs < PULLED_UP_AFTER_MS;
      const tick = running ? moment.elapsedMs : Math.floor((now / 1000) * WAITING_FPS);
      if (tick === lastTick) return true;
      lastTick = tick;
      drawMoment(ctx, stage, course, moment);
      return true;
    },
  };
}

export function createSmokePainter(canvas: Picture): Painter<Theme> {
  const ctx = canvas.getContext("2d") as Ctx | null;
  const smokes = new Map<Theme, Smoke>();
  let theme: Theme | null = null;
  let lastTick = Number.NaN;
  const set = (next: Theme) => {
    theme = next;
    if (!smokes.has(next)) smokes.set(next, paintSmoke(next));
    lastTick = Number.NaN;
  };
  onPixelsLost(canvas, () => {
    smokes.clear();
    if (theme !== null) set(theme);
  });
  return {
    set,
    resize({ width, height }) {
      canvas.width = Math.max(1, Math.round(width * SMOKE_SCALE));
      canvas.height = Math.max(1, Math.round(height * SMOKE_SCALE));
      lastTick = Number.NaN;
    },
    paint(now) {
      const smoke = theme === null ? undefined : smokes.get(theme);
      const tick = Math.floor((now / 1000) * SMOKE_FPS);
      if (ctx === null || smoke === undefined) return false;
      if (tick === lastTick) return true;
      lastTick = tick;
      drawSmoke(ctx, smoke, canvas.width, canvas.height, (now / 1000) % DAY_S);
      return true;
    },
  };
}
