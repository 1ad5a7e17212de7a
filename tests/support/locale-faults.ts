import { notificationCatalogue } from "../../src/contract/notifications/catalogue.ts";
import { foundingHorses } from "../../src/contract/races/founding-horses.ts";
import { refusals } from "../../src/contract/wire/refusals.ts";
import type { Texts } from "../../src/web/foundation/words/words.ts";

/** Texts by their names, such as `bets.placeBet`. */
export type NamedTexts = Readonly<Record<string, Texts[string]>>;

/** What a language's file contains, except its marks of numbers. */
interface AllTexts {
  readonly parts: Readonly<Record<string, Texts>>;
  readonly notifications: Readonly<Record<string, { readonly title: string; readonly body: string }>>;
  readonly refusals: Readonly<Record<string, string>>;
  readonly horses: Readonly<Record<string, string>>;
}

export const namedTexts = ({ parts, notifications, refusals: byCode, horses }: AllTexts): NamedTexts => ({
  ...below("", parts),
  ...below("notifications: ", notifications),
  ...below("", { "refusals:": byCode, "horses:": horses }),
});

const below = (prefix: string, groups: Readonly<Record<string, object>>): NamedTexts =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([group, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${prefix}${group}.${key}`, text as Texts[string]]),
    ),
  );

/** The English texts: those of the page by their folders, and what the server writes. */
export const englishTexts = (parts: AllTexts["parts"]): NamedTexts =>
  namedTexts({
    parts,
    notifications: Object.fromEntries(
      Object.entries(notificationCatalogue).map(([kind, { title, body }]) => [kind, { title, body }]),
    ),
    refusals: Object.fromEntries(Object.entries(refusals).map(([code, { text }]) => [code, text])),
    horses: Object.fromEntries(foundingHorses.map(({ name, description }) => [name, description])),
  });

export const formsOf = (text: Texts[string]): readonly string[] =>
  typeof text === "string" ? [text] : Object.values(text);
const placesIn = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].toSorted();
const without = (places: readonly string[], place: string): readonly string[] =>
  places.filter((other) => other !== place);

/**
 * What is wrong with a language's texts, one line each: missing or unknown ones, placeholders that differ from the
 * English, plural forms that the language does not have or lacks, and empty ones.
 */
export function localeFaults(language: string, english: NamedTexts, translated: NamedTexts): string[] {
  const rules = new Intl.PluralRules(language);
  const { pluralCategories } = rules.resolvedOptions();
  /** Whether a form is for one number alone, so that it need not name the number. */
  const isForOne = (category: string) =>
    Array.from({ length: 1000 }, (_, count) => rules.select(count)).filter((other) => other === category)
      .length === 1;
  const faults = (name: string): string[] => {
    const [source, text] = [english[name], translated[name]];
    if (source === undefined) return ["unknown"];
    if (text === undefined) return ["missing"];
    if (formsOf(text).includes("")) return ["empty"];
    if (typeof source === "string" || typeof text === "string") {
      if (typeof source !== "string" || typeof text !== "string")
        return ["has plural forms in one language only"];
      return String(placesIn(source)) === String(placesIn(text)) ? [] : ["placeholders differ"];
    }
    const expected = placesIn(source.other);
    return [
      ...pluralCategories
        .filter((category) => !(category in text))
        .map((category) => `${category} is missing`),
      ...Object.entries(text).flatMap(([category, form]) => {
        if (!pluralCategories.some((known) => known === category)) return [`${category} is unknown`];
        const places = placesIn(form);
        const isComplete = String(places) === String(expected);
        const isWithoutCount = String(places) === String(without(expected, "{count}"));
        return isComplete || (isWithoutCount && isForOne(category))
          ? []
          : [`placeholders of ${category} differ`];
      }),
    ];
  };
  return [...new Set([...Object.keys(english), ...Object.keys(translated)])].flatMap((name) =>
    faults(name).map((fault) => `${name}: ${fault}`),
  );
}
