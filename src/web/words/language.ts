import { create } from "zustand";
import { readStored, writeStored } from "../lib/storage.ts";
import type { Translations } from "./translations.ts";

/** The languages of the page, each by its own name. */
export const languages = [
  { tag: "en", name: "English" },
  { tag: "de", name: "Deutsch" },
] as const;
export type Language = (typeof languages)[number]["tag"];

interface Choice {
  readonly language: Language;
  /** Null in English, whose texts come with the parts that they belong to. */
  readonly translations: Translations | null;
}

const STORED_LANGUAGE = "language";

/** What is read when English is not: loaded when it is asked for. */
const loaders: Readonly<Record<Language, (() => Promise<Translations>) | null>> = {
  en: null,
  de: async () => (await import("./de/german.ts")).german,
};

export const useLanguage = create<Choice>(() => ({ language: "en", translations: null }));

const isLanguage = (tag: string): tag is Language => languages.some((language) => language.tag === tag);

/** The first of the wanted languages that there is; they are tags such as `de-AT`, the dearest first. */
export function bestLanguage(wanted: readonly string[]): Language {
  const bases = wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return bases.find(isLanguage) ?? "en";
}

/** The language chosen before, else the one that the browser asks for. */
export const preferredLanguage = (): Language => {
  const stored = readStored(STORED_LANGUAGE);
  return stored !== null && isLanguage(stored) ? stored : bestLanguage(navigator.languages);
};

/** Turns the page to a language. When its texts do not load the page stays as it is. */
export async function speak(language: Language): Promise<void> {
  try {
    const translations = (await loaders[language]?.()) ?? null;
    document.documentElement.lang = language;
    useLanguage.setState({ language, translations });
  } catch (error) {
    console.warn(`The texts of "${language}" did not load.`, error);
  }
}

/** {@link speak}, and remembers it for the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  writeStored(STORED_LANGUAGE, language);
  await speak(language);
}
