/** The containers that other programs play, the most widespread first. */
const types = [
  { type: "video/mp4;codecs=avc1.42E01F", extension: "mp4" },
  { type: "video/webm;codecs=vp9", extension: "webm" },
  { type: "video/webm;codecs=vp8", extension: "webm" },
  { type: "video/mp4", extension: "mp4" },
] as const;

export type ClipFormat = (typeof types)[number];

/** What this browser can record a canvas as; null if it cannot. */
export function clipFormat(): ClipFormat | null {
  if (typeof MediaRecorder !== "function" || !("captureStream" in HTMLCanvasElement.prototype)) return null;
  return types.find(({ type }) => MediaRecorder.isTypeSupported(type)) ?? null;
}
