/** What a person types between two colons: 2 to 32 letters, digits, `_` or `-`. */
const SHORTCODE = /:([A-Za-z0-9_-]{2,32}):/y;

/** Longest name of an emote, without colons. */
export const LONGEST_SHORTCODE = 32;

export const shortcodePattern = /^[A-Za-z0-9_-]{2,32}$/;

/** Whether an emote can have this name. */
export const isShortcode = (name: string): boolean => shortcodePattern.test(name);

/** Maximum number of emotes that a message shows; the rest stay text. */
export const MAX_EMOTES_PER_MESSAGE = 5;

/** One run of text, or one emote with the text that it replaces, colons included. */
export type EmoteTextPart<Emote> =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "emote"; readonly text: string; readonly emote: Emote };

interface Named {
  /** Without colons, spelled as the emote's creator spelled it. */
  readonly shortcode: string;
}

/** Emotes by shortcode in lower case. */
export type KnownEmotes<Emote> = ReadonlyMap<string, Emote>;

/** Emotes as {@link splitEmotes} looks them up: phones begin a message with a capital, so letter case is ignored. */
export const indexEmotes = <Emote extends Named>(emotes: readonly Emote[]): KnownEmotes<Emote> =>
  new Map(emotes.map((emote) => [emote.shortcode.toLowerCase(), emote]));

/**
 * Cuts a message into text and emotes: the first {@link MAX_EMOTES_PER_MESSAGE} known shortcodes become emotes, and
 * everything else stays text. The parts' texts, joined, are the message.
 *
 * @example
 * splitEmotes("go :gallop: :nope:", indexEmotes([{ shortcode: "gallop" }]));
 * // text "go ", emote ":gallop:", text " :nope:"
 */
export function splitEmotes<Emote>(text: string, known: KnownEmotes<Emote>): EmoteTextPart<Emote>[] {
  const parts: EmoteTextPart<Emote>[] = [];
  let emotes = 0;
  let textFrom = 0;
  let at = text.indexOf(":");
  while (at >= 0 && emotes < MAX_EMOTES_PER_MESSAGE) {
    SHORTCODE.lastIndex = at;
    const match = SHORTCODE.exec(text);
    const emote = known.get(match?.[1]?.toLowerCase() ?? "");
    if (match === null || emote === undefined) {
      // The colon that ends an unknown shortcode may begin a known one.
      at = text.indexOf(":", at + 1);
      continue;
    }
    if (at > textFrom) parts.push({ kind: "text", text: text.slice(textFrom, at) });
    parts.push({ kind: "emote", text: match[0], emote });
    emotes += 1;
    textFrom = at + match[0].length;
    at = text.indexOf(":", textFrom);
  }
  if (textFrom < text.length) parts.push({ kind: "text", text: text.slice(textFrom) });
  return parts;
}

/** The part of a shortcode typed before the caret; no match when there is none. */
const BEGUN = /(?:^|[^A-Za-z0-9_-]):([A-Za-z0-9_-]{1,32})$/;

/**
 * The part of a shortcode right before the caret, without its colon, or null.
 */
export const begunShortcode = (textBeforeCaret: string): string | null =>
  BEGUN.exec(textBeforeCaret)?.[1] ?? null;

/**
 * The emotes whose shortcode begins with what was typed, then those that contain it, each alphabetically.
 *
 * @param prefix without its colon; letter case is ignored
 */
export function completeEmote<Emote extends Named>(
  prefix: string,
  emotes: readonly Emote[],
  limit = 8,
): readonly Emote[] {
  const typed = prefix.toLowerCase();
  const found = emotes
    .map((emote) => ({ emote, at: emote.shortcode.toLowerCase().indexOf(typed) }))
    .filter(({ at }) => at >= 0)
    .sort(
      (one, other) =>
        Math.sign(one.at) - Math.sign(other.at) || compare(one.emote.shortcode, other.emote.shortcode),
    );
  return found.slice(0, limit).map(({ emote }) => emote);
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
