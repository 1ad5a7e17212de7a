import type { Theme } from "../../themes/theme.ts";
import type { createCanvasHost } from "./canvas-host.ts";
import { machineNow, type CanvasMessage, type Drawn, type PageMessage } from "./canvas-messages.ts";
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
 * what everybody sees. The element is `aria-busy` until what it was last told is to be seen.
 */
export const createTrackView = (parent: HTMLElement, now: () => number): TrackView =>
  createCanvasView<TrackState>(parent, "track", now, (state) => ({ type: "track", state }));

/** Draws slowly drifting smoke within an element. */
export const createSmokeView = (parent: HTMLElement, now: () => number): CanvasView<Theme> =>
  createCanvasView<Theme>(parent, "smoke", now, (theme) => ({ type: "smoke", theme }));

type StateMessage = Extract<PageMessage, { turn: number }>;
type WithoutTurn<Message> = Message extends StateMessage ? Omit<Message, "id" | "turn"> : never;

let lastId = 0;

function createCanvasView<State>(
  parent: HTMLElement,
  kind: "track" | "smoke",
  now: () => number,
  message: (state: State) => WithoutTurn<StateMessage>,
): CanvasView<State> {
  let state: State | null = null;
  let turn = 0;
  const showBusy = (drawnTurn: number) => parent.setAttribute("aria-busy", String(drawnTurn !== turn));
  let surface = createSurface(parent, kind, showBusy);
  const tellState = () => {
    if (state === null) return;
    turn += 1;
    showBusy(0);
    surface.tell({ ...message(state), id: surface.id, turn });
  };
  const setClock = () => surface.tell({ type: "clock", offsetMs: now() - machineNow() });
  const measure = () => {
    const { clientWidth: width, clientHeight: height } = parent;
    if (width === 0 || height === 0) return;
    const size = { width, height, ratio: Math.min(devicePixelRatio, FINEST) };
    surface.tell({ type: "size", id: surface.id, size });
  };
  /** The worker has failed: its canvas is lost with it, another is drawn here. */
  const moveToPage = () => {
    surface.remove();
    surface = createSurface(parent, kind, showBusy);
    setClock();
    measure();
    tellState();
  };
  setClock();
  const clock = setInterval(setClock, CLOCK_EVERY_MS);
  const observer = new ResizeObserver(measure);
  observer.observe(parent);
  onWorkerFailure.add(moveToPage);

  return {
    set(next) {
      state = next;
      tellState();
    },
    destroy() {
      clearInterval(clock);
      observer.disconnect();
      onWorkerFailure.delete(moveToPage);
      surface.remove();
    },
  };
}

/** A canvas and whoever draws on it. */
interface Surface {
  readonly id: number;
  readonly tell: Tell;
  readonly remove: () => void;
}

type OnDrawn = (turn: number) => void;
const onDrawn = new Map<number, OnDrawn>();
const heed = ({ id, turn }: Drawn) => onDrawn.get(id)?.(turn);

function createSurface(parent: HTMLElement, kind: "track" | "smoke", drawn: OnDrawn): Surface {
  const canvas = document.createElement("canvas");
  canvas.className = "block size-full";
  parent.append(canvas);
  lastId += 1;
  const id = lastId;
  onDrawn.set(id, drawn);
  const tell = hostFor(canvas, id, kind);
  const remove = () => {
    onDrawn.delete(id);
    tell({ type: "remove", id });
    canvas.remove();
  };
  return { id, tell, remove };
}

let worker: Worker | null = null;
let workerFailed = false;
const onWorkerFailure = new Set<() => void>();
let pageHost: Promise<ReturnType<typeof createCanvasHost>> | null = null;

/** Hands a canvas to the worker, or to this thread where a worker cannot draw, and says how to speak to it. */
function hostFor(canvas: HTMLCanvasElement, id: number, kind: "track" | "smoke"): Tell {
  if (!workerFailed && canDrawInWorker()) {
    const drawer = (worker ??= startWorker());
    const offscreen = canvas.transferControlToOffscreen();
    drawer.postMessage({ type: "add", id, kind, canvas: offscreen } satisfies CanvasMessage, [offscreen]);
    return (message) => drawer.postMessage(message);
  }
  // Only who needs it loads it.
  pageHost ??= import("./canvas-host.ts").then(({ createCanvasHost }) =>
    createCanvasHost({
      fonts: document.fonts,
      requestAnimationFrame: (callback) => requestAnimationFrame(callback),
      answer: heed,
    }),
  );
  const host = pageHost;
  void host.then((tell) => tell({ type: "add", id, kind, canvas }));
  return (message) => void host.then((tell) => tell(message));
}

function startWorker(): Worker {
  const started = new Worker(new URL("./track-worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<Drawn>) => heed(data));
  started.addEventListener("error", () => {
    if (workerFailed) return;
    workerFailed = true;
    started.terminate();
    for (const move of onWorkerFailure) move();
  });
  return started;
}

const canDrawInWorker = (): boolean =>
  typeof OffscreenCanvas === "function" &&
  typeof HTMLCanvasElement.prototype.transferControlToOffscreen === "function" &&
  new OffscreenCanvas(1, 1).getContext("2d") !== null;
