import type { Metadata, Sharp, SharpOptions } from "sharp";
import { ok, refuse, type Result } from "../../../domain/result.ts";

/** The accepted formats. Both are converted to WebP. */
export type EmoteFormat = "png" | "webp";

export interface EncodedEmote {
  /** WebP of at most {@link EDGE_PX} on each side, square. */
  readonly picture: Uint8Array;
  /** The first frame of an animated emote; null for a still one. */
  readonly still: Uint8Array | null;
}

/** Maximum size of an upload, in bytes of the file itself. */
export const MAX_FILE_BYTES = 750_000;
/** Four times the edge of an emote in a line of text, and enough for a picker list on a sharp screen. */
const EDGE_PX = 128;
const MAX_SOURCE_EDGE_PX = 1024;
const MAX_FRAMES = 60;
/** All frames together: 32 MB once decoded. */
const MAX_PIXELS = 8 * 1024 * 1024;
const MAX_STORED_BYTES = 512 * 1024;
/** Faster pictures would flicker. */
const MIN_FRAME_MS = 40;
const PATIENCE_S = 10;

const invalid = refuse("EMOTE_IMAGE_INVALID", { field: "dataUrl" });

/**
 * Decodes a picture and encodes it again (rule LIMITS-6): the result holds its pixels and nothing else, neither
 * metadata nor data that followed the image. Refuses files that are not what they claim, broken, or beyond the bounds
 * (rule EMOTE-10).
 */
export async function encodeEmote(
  file: Uint8Array,
  format: EmoteFormat,
): Promise<Result<EncodedEmote, "EMOTE_IMAGE_INVALID">> {
  if (file.length > MAX_FILE_BYTES || formatOf(file) !== format) return invalid;
  const open = await imageLibrary();
  try {
    const frames = frameDelays(await open(file, { pages: -1 }).metadata(), format);
    if (frames === null) return invalid;
    const isMoving = frames.length > 1;
    const picture = await encode(open(file, { pages: -1 }), isMoving ? frames : null);
    const still = isMoving ? await encode(open(file, { pages: 1 }), null) : null;
    return picture.length > MAX_STORED_BYTES ? invalid : ok({ picture, still });
  } catch (error) {
    // This is how the library reports that a file cannot be decoded. Errors of the program itself have a class of their
    // own.
    if (error instanceof Error && error.constructor === Error) return invalid;
    throw error;
  }
}

const PNG = Buffer.from("89504e470d0a1a0a", "hex");

/** Detected from the first bytes, whatever the file's name or data URL says. */
function formatOf(file: Uint8Array): EmoteFormat | null {
  const head = Buffer.from(file.subarray(0, 12));
  if (head.subarray(0, 8).equals(PNG)) return "png";
  const isWebp = head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP";
  return isWebp ? "webp" : null;
}

/** How long each frame is shown, in ms; null if the header promises more than the bounds allow. */
function frameDelays(metadata: Metadata, format: EmoteFormat): readonly number[] | null {
  const { width, height, pages = 1, pageHeight = height } = metadata;
  const isTooLarge =
    Math.max(width, pageHeight) > MAX_SOURCE_EDGE_PX || width * pageHeight * pages > MAX_PIXELS;
  if (metadata.format !== format || isTooLarge || pages > MAX_FRAMES) return null;
  return Array.from({ length: pages }, (_, page) => Math.max(MIN_FRAME_MS, metadata.delay?.[page] ?? 0));
}

/** Square and padded with transparency, so that the page knows its size before it has loaded. */
const encode = (image: Sharp, delays: readonly number[] | null): Promise<Buffer> =>
  image
    .timeout({ seconds: PATIENCE_S })
    .resize({ width: EDGE_PX, height: EDGE_PX, fit: "contain", background: "#0000" })
    .webp({ quality: 88, alphaQuality: 90, ...(delays && { delay: [...delays], loop: 0 }) })
    .toBuffer();

type OpenImage = (file: Uint8Array, options: SharpOptions) => Sharp;

let library: Promise<OpenImage> | null = null;

/** Loaded on the first upload: a server without uploads never loads it. */
const imageLibrary = (): Promise<OpenImage> => (library ??= loadLibrary());

/** The library reads dozens of formats, SVG among them; all but these two are switched off. */
async function loadLibrary(): Promise<OpenImage> {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"] });
  sharp.cache(false);
  sharp.concurrency(1);
  return (file, options) =>
    sharp(file, { ...options, limitInputPixels: MAX_PIXELS, failOn: "warning", sequentialRead: true });
}
