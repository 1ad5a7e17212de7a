import { german } from "../../src/web/words/de/german.ts";
import { betWords } from "../../src/web/bets/words.en.ts";
import { dialogWords } from "../../src/web/words/en/dialogs.ts";
import { fairnessWords } from "../../src/web/fairness/words.en.ts";
import { layoutWords } from "../../src/web/app/words.en.ts";
import { profileWords } from "../../src/web/players/words.en.ts";
import { raceWords } from "../../src/web/live/words.en.ts";
import { replayWords } from "../../src/web/replay/words.en.ts";
import { shareWords } from "../../src/web/share/words.en.ts";
import { trackWords } from "../../src/web/track-view/words.en.ts";
import { uiWords } from "../../src/web/ui/words.en.ts";
import type { Language } from "../../src/web/words/language.ts";
import type { Translations } from "../../src/web/words/translations.ts";

export type Texts = Omit<Translations, "refusals" | "sentences">;

/** The page's texts as they stand in the catalogue, for tests that look for them on the page. */
export const catalogue: Readonly<Record<Language, Texts>> = {
  en: {
    bet: betWords.english,
    dialogs: dialogWords.english,
    fairness: fairnessWords.english,
    layout: layoutWords.english,
    profile: profileWords.english,
    race: raceWords.english,
    replay: replayWords.english,
    share: shareWords.english,
    track: trackWords.english,
    ui: uiWords.english,
  },
  de: german,
};

/** What a text with places for values looks like on the page; `values` are put in, the others may be anything. */
export function shaped(text: string, values: Readonly<Record<string, string>> = {}): RegExp {
  const pieces = text.split(/\{(\w+)\}/);
  const escaped = (piece: string) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(
    pieces.map((piece, at) => (at % 2 === 0 ? escaped(piece) : (values[piece] ?? ".+"))).join(""),
  );
}

type Text = string | { readonly one: string; readonly other: string };

const formsIn = (texts: Texts): string[] =>
  Object.values(texts)
    .flatMap((part: Readonly<Record<string, Text>>) => Object.values(part))
    .flatMap((text) => (typeof text === "string" ? [text] : [text.one, text.other]));

/** English texts without places for values that German says otherwise. */
export const englishOnly: readonly string[] = (() => {
  const inGerman = new Set(formsIn(catalogue.de));
  return formsIn(catalogue.en).filter((text) => !text.includes("{") && !inGerman.has(text));
})();
