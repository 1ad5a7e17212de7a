import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createSmokePainter } from "./painter.ts";

/** A canvas that counts the pictures drawn on it, since this process has no real one. */
function countingCanvas(width: number, height: number) {
  const count = { pictures: 0 };
  const gradient = { addColorStop: () => undefined };
  const ctx = new Proxy(
    { drawImage: () => void (count.pictures += 1), createRadialGradient: () => gradient },
    { get: (known, name) => Reflect.get(known, name) ?? (() => undefined) },
  );
  return Object.assign(new EventTarget(), { width, height, count, getContext: () => ctx });
}

let hiddenPictures = 0;
beforeEach(() => {
  hiddenPictures = 0;
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      constructor(width: number, height: number) {
        hiddenPictures += 1;
        return countingCanvas(width, height);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

it("the smoke is drawn 18 times a second, on 0.6 canvas pixels a pixel of the page", () => {
  const canvas = countingCanvas(1, 1);
  const painter = createSmokePainter(canvas as unknown as OffscreenCanvas);
  painter.resize({ width: 1440, height: 900, ratio: 2 });
  expect([canvas.width, canvas.height]).toEqual([864, 540]);
  painter.set("main-prime");
  const screensFrames = Array.from({ length: 60 }, (_, frame) => (frame * 1000) / 60);
  for (const at of screensFrames) painter.paint(at);
  expect(canvas.count.pictures).toBe(18);
});

it("the smoke's pictures are painted again once the browser has lost their pixels", () => {
  const canvas = countingCanvas(1, 1);
  const painter = createSmokePainter(canvas as unknown as OffscreenCanvas);
  canvas.dispatchEvent(new Event("contextrestored"));
  expect(hiddenPictures).toBe(0);
  painter.set("main-prime");
  const painted = hiddenPictures;
  painter.paint(0);
  canvas.dispatchEvent(new Event("contextrestored"));
  expect(hiddenPictures).toBe(2 * painted);
  const drawn = canvas.count.pictures;
  painter.paint(0);
  expect(canvas.count.pictures).toBe(drawn + 1);
});
