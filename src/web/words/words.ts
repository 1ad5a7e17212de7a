import type { ReactNode } from "react";
import type { Numbers } from "./numbers.ts";
import type { Translations } from "./translations.ts";

/** What differs by a number, `count`, has a form for one and a form for others. */
interface Plural {
  readonly one: string;
  readonly other: string;
}

/** Something that people read. `{name}` is a place for a value. */
type Text = string | Plural;
type Texts = Readonly<Record<string, Text>>;

type Part = Exclude<keyof Translations, "refusals" | "notifications" | "horses">;

/** The texts of one part of the page, in English; translations are found by the name of the part. */
export interface Words<T extends Texts = Texts> {
  readonly part: Part;
  readonly english: T;
}

/** A part's texts, in English. The other languages follow from the type of what is given here. */
export const words = <const T extends Texts>(part: Part, english: T): Words<T> => ({ part, english });

/** The same texts in another language: every key, no other key, and two forms where English has two. */
export type Translation<W extends Words> =
  W extends Words<infer T> ? { readonly [Key in keyof T]: T[Key] extends string ? string : Plural } : never;

type Places<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;
type PlacesOf<T> = T extends Plural ? "count" | Places<T["other"]> : Places<T>;
type ValuesOf<T, Value> = [PlacesOf<T>] extends [never] ? [] : [values: Readonly<Record<PlacesOf<T>, Value>>];

/** A part's texts and the numbers that stand among them, in the language of the page. */
export interface Translator<T extends Texts> extends Numbers {
  /** The text of a key with its values; numbers are written as the language writes them. */
  readonly t: <Key extends keyof T & string>(
    key: Key,
    ...values: ValuesOf<T[Key], string | number>
  ) => string;
  /** The same with elements among the words. */
  readonly rich: <Key extends keyof T & string>(
    key: Key,
    ...values: ValuesOf<T[Key], ReactNode>
  ) => ReactNode;
}

export type TranslatorOf<W extends Words> = W extends Words<infer T> ? Translator<T> : never;
