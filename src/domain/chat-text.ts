import { type Result, ok, refuse } from "./result.ts";

/** Longest chat message, in characters as they are shown. */
export const MAX_CHAT_CHARACTERS = 50;

/**
 * Control characters, and others that steer text without being seen: marks of writing direction, with which a message
 * could reverse its neighbours, line and paragraph separators, and halves of surrogate pairs.
 */
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Characters that draw nothing: blanks, invisible characters, fillers. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Chat text as it travels and is stored (rule LIMITS-15): controls stripped, `<` and `>` escaped, runs of three or
 * more whitespace characters collapsed to two blanks, trimmed. The page cleans it, and the server does again: text that
 * is already clean does not change.
 *
 * @example
 * cleanChatText("  I <3   it\u0007 "); // "I &lt;3  it"
 */
export const cleanChatText = (text: string): string =>
  text
    .replaceAll(CONTROLS, "")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/\s{3,}/g, "  ")
    .trim();

/**
 * Cleaned text as people see it, to be rendered as text and never as markup: the inverse of the escaping. A typed
 * `&lt;` is shown as `<` too, since a cleaned text must survive being cleaned again.
 */
export const shownChatText = (cleaned: string): string =>
  cleaned.replaceAll("&lt;", "<").replaceAll("&gt;", ">");

/**
 * How much of {@link MAX_CHAT_CHARACTERS} a text takes, cleaned or not: the code points that are seen, before
 * escaping. Code points, not graphemes: page and server agree on them whatever their Unicode version, and a grapheme
 * may hold any number of combining marks.
 */
export const chatTextLength = (text: string): number => Array.from(shownChatText(cleanChatText(text))).length;

/**
 * The cleaned text of a message (rule LIMITS-15), from typed text or from text that a page has cleaned. Text that shows
 * nothing counts as empty.
 */
export function parseChatText(text: string): Result<string, "CHAT_MESSAGE_EMPTY" | "CHAT_MESSAGE_TOO_LONG"> {
  const cleaned = cleanChatText(text);
  if (cleaned.replaceAll(INVISIBLE, "") === "") return refuse("CHAT_MESSAGE_EMPTY", { field: "content" });
  if (chatTextLength(cleaned) > MAX_CHAT_CHARACTERS) {
    return refuse("CHAT_MESSAGE_TOO_LONG", { field: "content" });
  }
  return ok(cleaned);
}
