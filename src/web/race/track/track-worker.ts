import { createCanvasHost } from "./canvas-host.ts";
import type { CanvasMessage } from "./canvas-messages.ts";

/** Draws the race and the smoke beside the page, so that neither waits for the other. */
const scope = self as unknown as DedicatedWorkerScope;

/** What a worker has of a window, as far as the drawing needs it. */
interface DedicatedWorkerScope {
  readonly fonts: FontFaceSet;
  requestAnimationFrame(callback: () => void): number;
  postMessage(message: unknown): void;
}

const tell = createCanvasHost({
  fonts: scope.fonts,
  requestAnimationFrame: (callback) => scope.requestAnimationFrame(callback),
  answer: (drawn) => scope.postMessage(drawn),
});

self.addEventListener("message", ({ data }: MessageEvent<CanvasMessage>) => tell(data));
