import type { Language } from "./languages.ts";

/* Apart from the list of languages, which the first load does not need. */

/** For people who want none of the others. */
export const DEFAULT_LANGUAGE: Language = "en";

/** The cookie that holds the language a visitor has chosen: the server sends the page in that language. */
export const LANGUAGE_COOKIE = "language";
