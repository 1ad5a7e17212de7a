import { DEFAULT_LANGUAGE } from "./default-language.ts";

/**
 * The languages of the pages, each by its own name. The texts of all but the first are in `src/web/locales`, by the
 * tag.
 */
export const languages = [
  { tag: "en", name: "English" },
  { tag: "de", name: "Deutsch" },
  { tag: "es", name: "Español" },
  { tag: "pt-BR", name: "Português (Brasil)" },
  { tag: "fr", name: "Français" },
  { tag: "tr", name: "Türkçe" },
  { tag: "vi", name: "Tiếng Việt" },
  { tag: "zh-CN", name: "简体中文" },
  { tag: "ja", name: "日本語" },
] as const;
export type Language = (typeof languages)[number]["tag"];

export const isLanguage = (tag: string | undefined): tag is Language =>
  languages.some((language) => language.tag === tag);

const baseOf = (tag: string): string | undefined => tag.trim().toLowerCase().split("-")[0];

/**
 * The first wanted language that is available, in whichever region; they are tags such as `de-AT`, most wanted first.
 */
export function bestLanguage(tags: readonly string[]): Language {
  const bases = tags.map(baseOf);
  const available = bases.flatMap((base) => languages.filter(({ tag }) => baseOf(tag) === base));
  return available[0]?.tag ?? DEFAULT_LANGUAGE;
}
