import type { TrackState } from "../../../../track/track-state.ts";
import type { ClipFacts } from "./clip-facts.ts";
import { type ClipFormat, encoderConfig } from "./clip-format.ts";
import { type ClipShape, FRAMES_PER_SECOND } from "./clip-shape.ts";

/** What the clip shows before the winner is at the line, and after it. */
const BEFORE_MS = 5_000;
const AFTER_MS = 3_000;
export const CLIP_MS = BEFORE_MS + AFTER_MS;
const FRAMES = (CLIP_MS / 1_000) * FRAMES_PER_SECOND;
/** A player can jump to these frames. */
const KEY_FRAME_EVERY = 2 * FRAMES_PER_SECOND;
/** Each waiting frame holds a whole picture in memory. */
const WAITING_FRAMES = 4;

interface ClipRequest {
  readonly canvas: HTMLCanvasElement;
  readonly facts: ClipFacts;
  readonly shape: ClipShape;
  readonly look: Pick<TrackState, "theme" | "signs">;
  readonly format: ClipFormat;
  /** Draws the caption, when the race is this old. */
  readonly paintBelow: (ctx: CanvasRenderingContext2D, elapsedMs: number) => void;
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Draws the finish on a canvas, as the track draws it, frame by frame and as fast as they can be encoded (rule SHARE-5).
 * Rejects when the signal aborts or the browser gives up.
 */
export async function recordClip(request: ClipRequest): Promise<Blob> {
  const { canvas, shape, format, onProgress, signal } = request;
  const [draw, { openClipFile }] = await Promise.all([drawingOf(request), import("./clip-file.ts")]);
  const file = await openClipFile(format);
  let fail: (error: DOMException) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => (fail = reject));
  // Never unhandled: who aborts does not wait for it.
  failure.catch(() => undefined);
  const encoder = new VideoEncoder({ output: file.add, error: (error) => fail(error) });
  try {
    encoder.configure(encoderConfig(format, shape));
    for (let frame = 0; frame < FRAMES; frame += 1) {
      await nextTask();
      signal.throwIfAborted();
      draw((frame * 1_000) / FRAMES_PER_SECOND);
      encode(encoder, canvas, frame);
      onProgress((frame + 1) / FRAMES);
      while (encoder.encodeQueueSize >= WAITING_FRAMES)
        await Promise.race([once(encoder, "dequeue"), failure]);
    }
    await Promise.race([encoder.flush(), failure]);
    signal.throwIfAborted();
    return await file.finish();
  } finally {
    if (encoder.state !== "closed") encoder.close();
  }
}

/** Resolves once the track is loaded, with what draws a moment of the clip. */
async function drawingOf({ canvas, facts, shape, look, paintBelow, signal }: ClipRequest) {
  const { createTrackPainter } = await import("../../../../track/painter.ts");
  const track = new OffscreenCanvas(1, 1);
  const painter = createTrackPainter(track, document.fonts);
  const fromMs = facts.durationMs - BEFORE_MS;
  const { width, height, caption, ratio } = shape;
  painter.resize({ width: width / ratio, height: (height - caption) / ratio, ratio });
  painter.set(stateOf(facts, look, fromMs));
  const ctx = canvas.getContext("2d", { alpha: false });
  if (ctx === null) throw new Error("this browser draws no 2d pictures");
  while (!painter.paint(0)) {
    await new Promise(requestAnimationFrame);
    signal.throwIfAborted();
  }
  return (clipMs: number): void => {
    painter.paint(clipMs);
    ctx.drawImage(track, 0, 0);
    paintBelow(ctx, fromMs + clipMs);
  };
}

/** The clip's own clock takes the place of the server's. */
const stateOf = (
  { startsAt, durationMs, motionSeed, places, horses }: ClipFacts,
  look: ClipRequest["look"],
  fromMs: number,
): TrackState => ({
  ...look,
  horses: horses.map(({ number, color }) => ({ number, color })),
  marked: null,
  durationMs,
  run: {
    startsAt: startsAt.getTime(),
    motionSeed,
    places,
    playback: { elapsedMs: fromMs, since: 0, rate: 1 },
  },
});

function encode(encoder: VideoEncoder, canvas: HTMLCanvasElement, frame: number): void {
  const duration = 1_000_000 / FRAMES_PER_SECOND;
  const picture = new VideoFrame(canvas, { timestamp: frame * duration, duration });
  encoder.encode(picture, { keyFrame: frame % KEY_FRAME_EVERY === 0 });
  picture.close();
}

const once = (target: EventTarget, type: string): Promise<void> =>
  new Promise((resolve) => target.addEventListener(type, () => resolve(), { once: true }));

/** Lets the page draw and answer; unlike a timer, a hidden page does not slow it down. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
