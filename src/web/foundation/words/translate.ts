import { createElement, Fragment, type ReactNode } from "react";
import { useLanguage, type Language } from "./language.ts";
import { type Marks, numbersIn, onFirstUse } from "./numbers.ts";
import type { Translator, TranslatorOf, Words } from "./words.ts";

/** Splitting a text by this gives its words and the names of its values alternately. */
const PLACE = /\{(\w+)\}/;

const made = new Map<string, object>();

/** A part's texts in the current language of the page; the same object as long as the language stays the same. */
export function translatorFor<W extends Words>(words: W): TranslatorOf<W> {
  const { language, translations } = useLanguage.getState();
  const key = `${language} ${words.part}`;
  const known =
    made.get(key) ??
    createTranslator(language, translations?.parts[words.part] ?? words.english, translations?.numbers);
  made.set(key, known);
  // A translator made from these same words fits their type.
  return known as TranslatorOf<W>;
}

/** Formats texts and numbers in a language. */
export function createTranslator<const T extends Words["english"]>(
  language: Language,
  texts: T,
  marks?: Marks,
): Translator<T> {
  const numbers = numbersIn(language, marks);
  const plurals = onFirstUse(() => new Intl.PluralRules(language));

  const piecesOf = (key: string, count: unknown): readonly string[] => {
    const text = texts[key];
    if (text === undefined) throw new RangeError(`There is no text "${key}".`);
    if (typeof text === "string") return text.split(PLACE);
    return (text[plurals().select(Number(count))] ?? text.other).split(PLACE);
  };
  function fill<Value>(key: string, values: Readonly<Record<string, Value>> = {}) {
    return piecesOf(key, values["count"]).map((piece, at) => {
      const value = at % 2 === 0 ? piece : values[piece];
      return typeof value === "number" ? numbers.whole(value) : value;
    });
  }

  return {
    ...numbers,
    t: (key: string, values?: Readonly<Record<string, string | number>>) => fill(key, values).join(""),
    rich: (key: string, values?: Readonly<Record<string, ReactNode>>) =>
      createElement(Fragment, null, ...fill(key, values)),
  };
}
