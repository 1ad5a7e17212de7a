import { machineNow, type CanvasMessage, type Drawn } from "./canvas-messages.ts";
import { createPace } from "./pace.ts";
import { createSmokePainter, createTrackPainter, type Painter } from "./painter.ts";
import type { TrackState } from "./track-state.ts";
import type { Theme } from "../domain/theme.ts";

/** Where canvases are drawn: the page's window or a worker. */
interface CanvasEnvironment {
  readonly fonts: FontFaceSet;
  readonly requestAnimationFrame: (callback: () => void) => number;
  readonly postDrawn: (drawn: Drawn) => void;
}

type Paintable =
  | { readonly kind: "track"; readonly painter: Painter<TrackState> }
  | { readonly kind: "smoke"; readonly painter: Painter<Theme> };

/** Paints canvases as its messages say. There is one for the page and one in the worker, with the same messages. */
export function createCanvasHost({
  fonts,
  requestAnimationFrame,
  postDrawn,
}: CanvasEnvironment): (message: CanvasMessage) => void {
  const canvases = new Map<number, Paintable>();
  /** Revisions of the states that were received but not drawn yet, by canvas. */
  const undrawn = new Map<number, number>();
  let offsetMs = 0;
  let isRunning = false;
  const hasTime = createPace();

  const paint = (kind: Paintable["kind"], now: number) => {
    for (const [id, canvas] of canvases) {
      if (canvas.kind !== kind || !canvas.painter.paint(now)) continue;
      const revision = undrawn.get(id);
      if (revision === undefined) continue;
      undrawn.delete(id);
      // A drawing becomes visible when this task ends.
      setTimeout(postDrawn, 0, { id, revision });
    }
  };
  const frame = () => {
    const now = machineNow() + offsetMs;
    paint("track", now);
    // Nobody notices late smoke: the race is drawn first, and smoke only if a busy machine has time left.
    if (hasTime(performance.now())) setTimeout(paint, 0, "smoke", now);
    isRunning = canvases.size > 0;
    if (isRunning) requestAnimationFrame(frame);
  };

  return (message) => {
    switch (message.type) {
      case "add":
        canvases.set(
          message.id,
          message.kind === "track"
            ? { kind: "track", painter: createTrackPainter(message.canvas, fonts) }
            : { kind: "smoke", painter: createSmokePainter(message.canvas) },
        );
        if (!isRunning) requestAnimationFrame(frame);
        isRunning = true;
        return;
      case "track": {
        const canvas = canvases.get(message.id);
        if (canvas?.kind === "track") canvas.painter.set(message.state);
        undrawn.set(message.id, message.revision);
        return;
      }
      case "smoke": {
        const canvas = canvases.get(message.id);
        if (canvas?.kind === "smoke") canvas.painter.set(message.theme);
        undrawn.set(message.id, message.revision);
        return;
      }
      case "size":
        canvases.get(message.id)?.painter.resize(message.size);
        return;
      case "clock":
        offsetMs = message.offsetMs;
        return;
      case "remove":
        canvases.delete(message.id);
        undrawn.delete(message.id);
    }
  };
}
