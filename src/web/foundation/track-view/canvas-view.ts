import type { Theme } from "../../../domain/theme.ts";
import type { createCanvasHost } from "../../../track/canvas-host.ts";
import {
  machineNow,
  type CanvasMessage,
  type Drawn,
  type PageMessage,
} from "../../../track/canvas-messages.ts";
import type { TrackState } from "../../../track/track-state.ts";

/** A drawing on the page, outside React. */
export interface CanvasView<State> {
  set(state: State): void;
  destroy(): void;
}

export type TrackView = CanvasView<TrackState>;

/** More canvas pixels per CSS pixel than this cost more than they show. */
const FINEST = 1.5;
/** How often the worker's clock is set by the page's, which follows the server's. */
const CLOCK_EVERY_MS = 2000;

type Send = (message: PageMessage) => void;

/**
 * Draws a race within an element until it is destroyed: in a worker, or on this thread once the worker has failed. The
 * horses' positions follow only from the state and `now`, the server's time: a late joiner sees what everybody sees.
 * The element is `aria-busy` until the latest state is drawn.
 */
export const createTrackView = (parent: HTMLElement, now: () => number): TrackView =>
  createCanvasView<TrackState>(parent, "track", now, (state) => ({ type: "track", state }));

/** Draws slowly drifting smoke within an element. */
export const createSmokeView = (parent: HTMLElement, now: () => number): CanvasView<Theme> =>
  createCanvasView<Theme>(parent, "smoke", now, (theme) => ({ type: "smoke", theme }));

type StateMessage = Extract<PageMessage, { revision: number }>;
type WithoutRevision<Message> = Message extends StateMessage ? Omit<Message, "id" | "revision"> : never;

let lastId = 0;

function createCanvasView<State>(
  parent: HTMLElement,
  kind: "track" | "smoke",
  now: () => number,
  message: (state: State) => WithoutRevision<StateMessage>,
): CanvasView<State> {
  let state: State | null = null;
  let revision = 0;
  const showBusy = (drawnRevision: number) =>
    parent.setAttribute("aria-busy", String(drawnRevision !== revision));
  let surface = createSurface(parent, kind, showBusy);
  const sendState = () => {
    if (state === null) return;
    revision += 1;
    showBusy(0);
    surface.send({ ...message(state), id: surface.id, revision });
  };
  const setClock = () => surface.send({ type: "clock", offsetMs: now() - machineNow() });
  const measure = () => {
    const { clientWidth: width, clientHeight: height } = parent;
    if (width === 0 || height === 0) return;
    const size = { width, height, ratio: Math.min(devicePixelRatio, FINEST) };
    surface.send({ type: "size", id: surface.id, size });
  };
  /** The worker has failed: its canvas is lost with it, so another is drawn here. */
  const moveToPage = () => {
    surface.remove();
    surface = createSurface(parent, kind, showBusy);
    setClock();
    measure();
    sendState();
  };
  setClock();
  const clock = setInterval(setClock, CLOCK_EVERY_MS);
  const observer = new ResizeObserver(measure);
  observer.observe(parent);
  onWorkerFailure.add(moveToPage);

  return {
    set(next) {
      state = next;
      sendState();
    },
    destroy() {
      clearInterval(clock);
      observer.disconnect();
      onWorkerFailure.delete(moveToPage);
      surface.remove();
    },
  };
}

/** A canvas and the thread that draws on it. */
interface Surface {
  readonly id: number;
  readonly send: Send;
  readonly remove: () => void;
}

type OnDrawn = (revision: number) => void;
const onDrawn = new Map<number, OnDrawn>();
const notifyDrawn = ({ id, revision }: Drawn) => onDrawn.get(id)?.(revision);

function createSurface(parent: HTMLElement, kind: "track" | "smoke", drawn: OnDrawn): Surface {
  const canvas = document.createElement("canvas");
  canvas.className = "block size-full";
  parent.append(canvas);
  lastId += 1;
  const id = lastId;
  onDrawn.set(id, drawn);
  const send = hostFor(canvas, id, kind);
  const remove = () => {
    onDrawn.delete(id);
    send({ type: "remove", id });
    canvas.remove();
  };
  return { id, send, remove };
}

let worker: Worker | null = null;
let workerFailed = false;
const onWorkerFailure = new Set<() => void>();
let pageHost: Promise<ReturnType<typeof createCanvasHost>> | null = null;

/**
 * Passes a canvas to the worker, or to this thread once the worker has failed; returns a function that sends messages
 * to it.
 */
function hostFor(canvas: HTMLCanvasElement, id: number, kind: "track" | "smoke"): Send {
  const offscreen = canvas.transferControlToOffscreen();
  if (!workerFailed) {
    const drawer = (worker ??= startWorker());
    drawer.postMessage({ type: "add", id, kind, canvas: offscreen } satisfies CanvasMessage, [offscreen]);
    return (message) => drawer.postMessage(message);
  }
  // Loaded only when needed.
  pageHost ??= import("../../../track/canvas-host.ts").then(({ createCanvasHost }) =>
    createCanvasHost({
      fonts: document.fonts,
      requestAnimationFrame: (callback) => requestAnimationFrame(callback),
      postDrawn: notifyDrawn,
    }),
  );
  const host = pageHost;
  void host.then((receive) => receive({ type: "add", id, kind, canvas: offscreen }));
  return (message) => void host.then((receive) => receive(message));
}

function startWorker(): Worker {
  const started = new Worker(new URL("../../../track/track-worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<Drawn>) => notifyDrawn(data));
  started.addEventListener("error", () => {
    if (workerFailed) return;
    workerFailed = true;
    started.terminate();
    for (const move of onWorkerFailure) move();
  });
  return started;
}
