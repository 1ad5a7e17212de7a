import { LONGEST_DATA_URL } from "../../../../contract/emotes/admin-emotes.ts";
import { LONGEST_SHORTCODE } from "../../../../domain/emote-text.ts";
import { toBase64 } from "../../../foundation/lib/base64.ts";

/** Largest file whose data URL the server accepts. */
const MAX_BYTES = Math.floor((LONGEST_DATA_URL - "data:image/webp;base64,".length) / 4) * 3;
const TYPES = ["image/png", "image/webp"];

/** Whether the server would consider a file at all; it decodes the picture itself. */
export const isEmoteFile = ({ type, size }: Pick<File, "type" | "size">): boolean =>
  TYPES.includes(type) && size > 0 && size <= MAX_BYTES;

/** A shortcode derived from a file name. */
export const shortcodeOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[^A-Za-z0-9_-]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, LONGEST_SHORTCODE);

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
