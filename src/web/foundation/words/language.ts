import { create } from "zustand";
import { DEFAULT_LANGUAGE } from "../../../contract/wire/default-language.ts";
import type { Language } from "../../../contract/wire/languages.ts";
import type { Translations } from "./words.ts";

export type { Language };

interface Choice {
  readonly language: Language;
  /** Null in English, whose texts come with the parts that they belong to. */
  readonly translations: Translations | null;
}

export const useLanguage = create<Choice>(() => ({ language: DEFAULT_LANGUAGE, translations: null }));
