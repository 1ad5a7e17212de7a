import type { ReactNode } from "react";
import type { NotificationKind } from "../../../contract/notifications/catalogue.ts";
import type { foundingHorses } from "../../../contract/races/founding-horses.ts";
import type { RefusalCode, refusals } from "../../../contract/wire/refusals.ts";
import type { Marks, Numbers } from "./numbers.ts";

/** A text that depends on a number, `count`: a form for each plural category of its language. */
type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** A text for people. `{name}` is a placeholder for a value. */
type Text = string | Plural;
export type Texts = Readonly<Record<string, Text>>;

/** The texts of one part of the page, in English; translations are found by its folder. */
export interface Words<T extends Texts = Texts> {
  /** The folder that they are in. */
  readonly part: string;
  readonly english: T;
}

/** A part's texts, in English. */
export const words = <const T extends Texts>(part: string, english: T): Words<T> => ({ part, english });

/** A language's file in `locales`, or some of its parts. `words.test.ts` compares it with the English texts. */
export interface Locale {
  readonly numbers: Marks;
  /** By the folder that their English is in. */
  readonly parts: Readonly<Record<string, Texts>>;
  /** By kind, with placeholders for their params; in English the server's own texts are used. */
  readonly notifications: Readonly<
    Record<NotificationKind, { readonly title: string; readonly body: string }>
  >;
  /** Descriptions of the founding horses, by their names. */
  readonly horses: Readonly<Record<(typeof foundingHorses)[number]["name"], string>>;
  /** By code; in English the server's own texts are used. */
  readonly refusals: Readonly<Record<RefusalCode, string>>;
}

/** The texts of a language other than English. */
export interface Translations extends Locale {
  /** The original English descriptions: any other description is not the translated one. */
  readonly foundingHorses: typeof foundingHorses;
  /** The server's own texts, from which a translation can tell what an answer adds to them. */
  readonly serverRefusals: typeof refusals;
}

type Places<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;
type PlacesOf<T> = T extends Plural ? "count" | Places<T["other"]> : Places<T>;
type ValuesOf<T, Value> = [PlacesOf<T>] extends [never] ? [] : [values: Readonly<Record<PlacesOf<T>, Value>>];

/** A part's texts and the numbers within them, in the language of the page. */
export interface Translator<T extends Texts> extends Numbers {
  /** The text of a key with its values; numbers are written in the format of the language. */
  readonly t: <Key extends keyof T & string>(
    key: Key,
    ...values: ValuesOf<T[Key], string | number>
  ) => string;
  /** The same, with elements among the words. */
  readonly rich: <Key extends keyof T & string>(
    key: Key,
    ...values: ValuesOf<T[Key], ReactNode>
  ) => ReactNode;
}

export type TranslatorOf<W extends Words> = W extends Words<infer T> ? Translator<T> : never;
