/** The languages of the pages, by their tags. */
export const languageTags = ["en", "de"] as const;
export type Language = (typeof languageTags)[number];

/** For people who want none of them. */
export const DEFAULT_LANGUAGE: Language = "en";

/** The cookie that holds the language a visitor has chosen: the server sends the page in that language. */
export const LANGUAGE_COOKIE = "language";

export const isLanguage = (tag: string | undefined): tag is Language =>
  languageTags.some((language) => language === tag);

/** The first wanted language that is available; they are tags such as `de-AT`, most wanted first. */
export function bestLanguage(wanted: readonly string[]): Language {
  const bases = wanted.map((tag) => tag.trim().toLowerCase().split("-")[0]);
  return bases.find(isLanguage) ?? DEFAULT_LANGUAGE;
}
