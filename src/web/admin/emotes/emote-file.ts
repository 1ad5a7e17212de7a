import { toBase64 } from "../../lib/base64.ts";

/** What the server takes at most: a data URL of a million characters. */
const MOST_BYTES = 740_000;
const TYPES = ["image/png", "image/webp"];

/** Whether the server would look at a file at all; it decodes the picture itself (rule ADMIN-19). */
export const isEmoteFile = ({ type, size }: Pick<File, "type" | "size">): boolean =>
  TYPES.includes(type) && size > 0 && size <= MOST_BYTES;

export const isShortcode = (text: string): boolean => /^[A-Za-z0-9_-]{2,32}$/.test(text);

/** A shortcode out of a file's name. */
export const shortcodeOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[^A-Za-z0-9_-]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 32);

/** A file as the server takes it, and as the page may show it. */
export async function dataUrlOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // In pieces: a call takes only so many arguments.
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE) pieces.push(toBase64(bytes.subarray(at, at + PIECE)));
  return `data:${file.type};base64,${pieces.join("")}`;
}

/** A multiple of three bytes, so that the pieces' texts can be put together. */
const PIECE = 3 * 8_192;
