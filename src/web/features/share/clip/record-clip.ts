import type { TrackState } from "../../../../track/track-state.ts";
import type { ClipFacts } from "./clip-facts.ts";
import type { ClipFormat } from "./clip-format.ts";
import { withDuration } from "./with-duration.ts";

/** In px. The track ends where the caption begins, so that no horse runs behind it. */
export const CLIP = { width: 1280, height: 720, caption: 104 } as const;
/** What the clip shows before the winner is at the line, and after it. */
const BEFORE_MS = 5_000;
const AFTER_MS = 3_000;
export const CLIP_MS = BEFORE_MS + AFTER_MS;
const FRAMES_PER_SECOND = 30;
const BITS_PER_SECOND = 6_000_000;
/** Canvas pixels per pixel that the track is laid out in. */
const RATIO = 4 / 3;

interface ClipRequest {
  readonly canvas: HTMLCanvasElement;
  readonly facts: ClipFacts;
  readonly look: Pick<TrackState, "theme" | "signs">;
  readonly format: ClipFormat;
  /** Draws the caption, when the race is this old. */
  readonly paintBelow: (ctx: CanvasRenderingContext2D, elapsedMs: number) => void;
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Draws the finish on a canvas, as the track draws it, and records it in the time that it takes (rule SHARE-5). While
 * the page is hidden both stand still. Rejects when the signal aborts or the browser gives up.
 */
export async function recordClip({
  canvas,
  facts,
  look,
  format,
  paintBelow,
  onProgress,
  signal,
}: ClipRequest): Promise<Blob> {
  const { createTrackPainter } = await import("../../../../track/painter.ts");
  const track = new OffscreenCanvas(1, 1);
  const painter = createTrackPainter(track, document.fonts);
  const fromMs = facts.durationMs - BEFORE_MS;
  const height = CLIP.height - CLIP.caption;
  painter.resize({ width: CLIP.width / RATIO, height: height / RATIO, ratio: RATIO });
  painter.set(stateOf(facts, look, fromMs));
  const ctx = canvas.getContext("2d", { alpha: false });
  if (ctx === null) throw new Error("this browser draws no 2d pictures");
  const draw = (clipMs: number): boolean => {
    if (!painter.paint(clipMs)) return false;
    ctx.drawImage(track, 0, 0);
    paintBelow(ctx, fromMs + clipMs);
    return true;
  };
  while (!draw(0)) await nextFrame(signal);

  const stream = canvas.captureStream(FRAMES_PER_SECOND);
  const recorder = new MediaRecorder(stream, {
    mimeType: format.type,
    videoBitsPerSecond: BITS_PER_SECOND,
  });
  const recorded = recordingOf(recorder);
  let clipMs = 0;
  let last = performance.now();
  const standStill = () => {
    if (document.hidden) recorder.pause();
    else recorder.resume();
    last = performance.now();
  };
  try {
    recorder.start();
    document.addEventListener("visibilitychange", standStill);
    while (clipMs < CLIP_MS) {
      await nextFrame(signal);
      const now = performance.now();
      clipMs = Math.min(CLIP_MS, clipMs + now - last);
      last = now;
      draw(clipMs);
      onProgress(clipMs / CLIP_MS);
    }
  } finally {
    document.removeEventListener("visibilitychange", standStill);
    if (recorder.state !== "inactive") recorder.stop();
    for (const one of stream.getTracks()) one.stop();
  }
  const file = await recorded;
  if (format.extension !== "webm") return file;
  const bytes = withDuration(new Uint8Array(await file.arrayBuffer()), CLIP_MS);
  return new Blob([bytes], { type: file.type });
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

/** Never unhandled: who aborts does not wait for the file. */
function recordingOf(recorder: MediaRecorder): Promise<Blob> {
  const parts: Blob[] = [];
  const file = new Promise<Blob>((resolve, reject) => {
    recorder.addEventListener("dataavailable", ({ data }) => void parts.push(data));
    recorder.addEventListener("stop", () => resolve(new Blob(parts, { type: recorder.mimeType })));
    recorder.addEventListener("error", () => reject(new Error("The browser recorded no clip.")));
  });
  file.catch(() => undefined);
  return file;
}

const nextFrame = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    requestAnimationFrame(() => {
      if (signal.aborted) reject(new DOMException("The clip was cancelled.", "AbortError"));
      else resolve();
    });
  });
