import { useLanguage } from "./language.ts";
import { translatorFor } from "./translate.ts";
import type { TranslatorOf, Words } from "./words.ts";

/** A part's texts in the language of the page; the component that uses them is updated when the language changes. */
export function useWords<W extends Words>(words: W): TranslatorOf<W> {
  useLanguage((state) => state.language);
  return translatorFor(words);
}
