import { useLanguage } from "./language.ts";
import { spoken } from "./say.ts";
import type { SpokenWords, Words } from "./words.ts";

/** A part's texts in the language of the page; the component that uses them follows when that changes. */
export function useWords<W extends Words>(words: W): SpokenWords<W> {
  useLanguage((state) => state.language);
  return spoken(words);
}
