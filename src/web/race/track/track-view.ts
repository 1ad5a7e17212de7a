import type { Theme } from "../../themes/theme.ts";
import type { createCanvasHost } from "./canvas-host.ts";
import { machineNow, type CanvasMessage, type PageMessage } from "./canvas-messages.ts";
import type { TrackState } from "./track-state.ts";

/** A drawing on the page, outside React. */
export interface CanvasView<State> {
  set(state: State): void;
  destroy(): void;
}

export type TrackView = CanvasView<TrackState>;

/** More canvas pixels a CSS pixel than this cost more than they show. */
const FINEST = 1.5;
/** How often the worker's clock is set by the page's, which follows the server's. */
const CLOCK_EVERY_MS = 2000;

type Tell = (message: PageMessage) => void;

/**
 * Draws a race within an element for as long as it is not destroyed: in a worker, or on this thread where a worker
 * cannot draw. Where the horses are follows from the state and `now`, the server's time, alone: a late joiner sees
 * what everybody sees.
 */
export const createTrackView = (parent: HTMLElement, now: () => number): TrackView =>
  createCanvasView<TrackState>(parent, "track", now, (id, state) => ({ type: "track", id, state }));

/** Draws slowly drifting smoke within an element. */
export const createSmokeView = (parent: HTMLElement, now: () => number): CanvasView<Theme> =>
  createCanvasView<Theme>(parent, "smoke", now, (id, theme) => ({ type: "smoke", id, theme }));

let lastId = 0;

function createCanvasView<State>(
  parent: HTMLElement,
  kind: "track" | "smoke",
  now: () => number,
  message: (id: number, state: State) => PageMessage,
): CanvasView<State> {
  const canvas = document.createElement("canvas");
  canvas.className = "block size-full";
  parent.append(canvas);
  lastId += 1;
  const id = lastId;
  const tell = hostFor(canvas, id, kind);
  const setClock = () => tell({ type: "clock", offsetMs: now() - machineNow() });
  const measure = () => {
    const { clientWidth: width, clientHeight: height } = parent;
    if (width > 0 && height > 0)
      tell({ type: "size", id, size: { width, height, ratio: Math.min(devicePixelRatio, FINEST) } });
  };
  setClock();
  const clock = setInterval(setClock, CLOCK_EVERY_MS);
  const observer = new ResizeObserver(measure);
  observer.observe(parent);

  return {
    set: (state) => tell(message(id, state)),
    destroy() {
      clearInterval(clock);
      observer.disconnect();
      tell({ type: "remove", id });
      canvas.remove();
    },
  };
}

let worker: Worker | null = null;
let pageHost: Promise<ReturnType<typeof createCanvasHost>> | null = null;

/** Hands a canvas to the worker, or to this thread where a worker cannot draw, and says how to speak to it. */
function hostFor(canvas: HTMLCanvasElement, id: number, kind: "track" | "smoke"): Tell {
  if (canDrawInWorker()) {
    const drawer = (worker ??= new Worker(new URL("./track-worker.ts", import.meta.url), { type: "module" }));
    const offscreen = canvas.transferControlToOffscreen();
    drawer.postMessage({ type: "add", id, kind, canvas: offscreen } satisfies CanvasMessage, [offscreen]);
    return (message) => drawer.postMessage(message);
  }
  // Only who needs it loads it.
  pageHost ??= import("./canvas-host.ts").then(({ createCanvasHost }) =>
    createCanvasHost({
      fonts: document.fonts,
      requestAnimationFrame: (callback) => requestAnimationFrame(callback),
    }),
  );
  const host = pageHost;
  void host.then((tell) => tell({ type: "add", id, kind, canvas }));
  return (message) => void host.then((tell) => tell(message));
}

const canDrawInWorker = (): boolean =>
  typeof OffscreenCanvas === "function" &&
  typeof HTMLCanvasElement.prototype.transferControlToOffscreen === "function" &&
  new OffscreenCanvas(1, 1).getContext("2d") !== null;
