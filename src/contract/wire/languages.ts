/** The languages of the pages, by their tags. */
export const languageTags = ["en", "de"] as const;
export type Language = (typeof languageTags)[number];

/** For those who want none of them. */
export const DEFAULT_LANGUAGE: Language = "en";

/** The cookie that holds the language which somebody has chosen: the server sends the page in it. */
export const LANGUAGE_COOKIE = "language";

export const isLanguage = (tag: string | undefined): tag is Language =>
  languageTags.some((language) => language === tag);

/** The first of the wanted languages that there is; they are tags such as `de-AT`, the most wanted first. */
export function bestLanguage(wanted: readonly string[]): Language {
  const bases = wanted.map((tag) => tag.trim().toLowerCase().split("-")[0]);
  return bases.find(isLanguage) ?? DEFAULT_LANGUAGE;
}
