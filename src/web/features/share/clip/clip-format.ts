import { type ClipShape, clipShapes, FRAMES_PER_SECOND } from "./clip-shape.ts";

/** The files that other programs play, the most widespread first, by the codec's name in WebCodecs and in the file. */
const formats = [
  { extension: "mp4", codec: "avc1.640028", track: "avc" },
  { extension: "mp4", codec: "avc1.42E028", track: "avc" },
  { extension: "webm", codec: "vp09.00.40.08", track: "vp9" },
  { extension: "webm", codec: "vp8", track: "vp8" },
] as const;

export type ClipFormat = (typeof formats)[number];

const BITS_PER_SECOND = 6_000_000;

export const encoderConfig = ({ codec }: ClipFormat, { width, height }: ClipShape): VideoEncoderConfig => ({
  codec,
  width,
  height,
  bitrate: BITS_PER_SECOND,
  framerate: FRAMES_PER_SECOND,
});

let found: Promise<ClipFormat | null> | undefined;

/** The first format that this browser can encode in every shape; null if there is none. Asked once a visit. */
export const clipFormat = (): Promise<ClipFormat | null> => (found ??= findFormat());

async function findFormat(): Promise<ClipFormat | null> {
  // Browsers have it only on pages that come over a secure connection.
  if (typeof VideoEncoder !== "function") return null;
  for (const format of formats) {
    const answers = await Promise.all(Object.values(clipShapes).map((shape) => canEncode(format, shape)));
    if (answers.every(Boolean)) return format;
  }
  return null;
}

async function canEncode(format: ClipFormat, shape: ClipShape): Promise<boolean> {
  try {
    return (await VideoEncoder.isConfigSupported(encoderConfig(format, shape))).supported === true;
  } catch (error) {
    console.warn(error);
    return false;
  }
}
