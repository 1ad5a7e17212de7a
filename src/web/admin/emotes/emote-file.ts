import { toBase64 } from "../../lib/base64.ts";

/** Largest file that the server accepts: a data URL of a million characters. */
const MAX_BYTES = 740_000;
const TYPES = ["image/png", "image/webp"];

/** Whether the server would consider a file at all; it decodes the picture itself (rule ADMIN-19). */
export const isEmoteFile = ({ type, size }: Pick<File, "type" | "size">): boolean =>
  TYPES.includes(type) && size > 0 && size <= MAX_BYTES;

export const isShortcode = (text: string): boolean => /^[A-Za-z0-9_-]{2,32}$/.test(text);

/** A shortcode derived from a file name. */
export const shortcodeOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[^A-Za-z0-9_-]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 32);

/** A file in the form that the server accepts and that the page may show. */
export async function dataUrlOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // In pieces, because a call takes a limited number of arguments.
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE) pieces.push(toBase64(bytes.subarray(at, at + PIECE)));
  return `data:${file.type};base64,${pieces.join("")}`;
}

/** A multiple of three bytes, so that the pieces' texts can be concatenated. */
const PIECE = 3 * 8_192;
