import { create } from "zustand";
import { LANGUAGE_COOKIE, type Language } from "../../contract/wire/languages.ts";
import type { Translations } from "./words.ts";

export type { Language };

/** The languages of the page, each by its own name. */
export const languages: readonly { readonly tag: Language; readonly name: string }[] = [
  { tag: "en", name: "English" },
  { tag: "de", name: "Deutsch" },
];

interface Choice {
  readonly language: Language;
  /** Null in English, whose texts come with the parts that they belong to. */
  readonly translations: Translations | null;
}

const A_YEAR_S = 365 * 24 * 3600;

/** The texts of languages other than English: loaded on demand. */
const loaders: Readonly<Record<Language, (() => Promise<Translations>) | null>> = {
  en: null,
  de: async () => (await import("./german.ts")).german,
};

export const useLanguage = create<Choice>(() => ({ language: "en", translations: null }));

/**
 * Loaders of the translations of parts that few visitors open, by folder; in use from the next {@link loadLanguage} on.
 */
export const laterParts = new Set<() => Promise<Translations["parts"]>>();

/** Uses the texts of a language from now on. */
export async function loadLanguage(language: Language): Promise<void> {
  const translations = (await loaders[language]?.()) ?? null;
  if (translations !== null) for (const load of laterParts) Object.assign(translations.parts, await load());
  useLanguage.setState({ language, translations });
}

/** Switches the page to a language. If its texts do not load, the page stays as it is. */
export async function setLanguage(language: Language): Promise<void> {
  try {
    await loadLanguage(language);
    document.documentElement.lang = language;
  } catch (error) {
    console.warn(`The texts of "${language}" did not load.`, error);
  }
}

/** {@link setLanguage}, and remembers it for the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${A_YEAR_S}; samesite=lax${secure}`;
  await setLanguage(language);
}
