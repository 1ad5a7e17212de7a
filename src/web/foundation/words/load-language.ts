import { DEFAULT_LANGUAGE, LANGUAGE_COOKIE } from "../../../contract/wire/default-language.ts";
import { type Language, useLanguage } from "./language.ts";
import type { LaterTexts } from "./later-texts.ts";
import type { Translations } from "./words.ts";

const A_YEAR_S = 365 * 24 * 3600;

/** Parts in use of those whose texts are loaded with their code. */
const later = new Set<LaterTexts>();

const read = async (language: Language): Promise<Translations | null> =>
  language === DEFAULT_LANGUAGE
    ? null
    : (await import("./translations.ts")).readTranslations(language, [...later]);

/** Uses the texts of a language from now on. */
export async function loadLanguage(language: Language): Promise<void> {
  useLanguage.setState({ language, translations: await read(language) });
}

/** Waits for code together with its texts in the language of the page. */
export async function withTexts<Code>(texts: LaterTexts, code: Promise<Code>): Promise<Code> {
  later.add(texts);
  const [loaded] = await Promise.all([code, read(useLanguage.getState().language)]);
  return loaded;
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
