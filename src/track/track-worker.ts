import { createCanvasHost } from "./canvas-host.ts";
import type { CanvasMessage } from "./canvas-messages.ts";

declare const self: DedicatedWorkerGlobalScope;

/** Draws the race and the smoke off the page's thread, so that neither page nor drawing waits for the other. */
const receive = createCanvasHost({
  fonts: self.fonts,
  requestAnimationFrame: (callback) => self.requestAnimationFrame(callback),
  postDrawn: (drawn) => self.postMessage(drawn),
});

self.addEventListener("message", ({ data }: MessageEvent<CanvasMessage>) => receive(data));
