import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { appWords } from "../../src/web/app/words.en.ts";
import type { depositWords } from "../../src/web/bets/deposits/words.en.ts";
import type { repeatWords } from "../../src/web/bets/repeats/words.en.ts";
import type { betWords } from "../../src/web/bets/words.en.ts";
import type { leaderboardWords } from "../../src/web/leaderboard/words.en.ts";
import type { chatWords } from "../../src/web/chat/words.en.ts";
import type { notificationWords } from "../../src/web/notifications/words.en.ts";
import type { referralWords } from "../../src/web/referrals/words.en.ts";
import type { playerWords } from "../../src/web/players/words.en.ts";
import type { verifierWords } from "../../src/web/fairness/verifier/words.en.ts";
import type { fairnessWords } from "../../src/web/fairness/words.en.ts";
import type { replayWords } from "../../src/web/replay/words.en.ts";
import type { ruleLogWords } from "../../src/web/rule-log/page/words.en.ts";
import type { shareWords } from "../../src/web/share/words.en.ts";
import type { connectWords } from "../../src/web/sign-in/connect/words.en.ts";
import type { signInWords } from "../../src/web/sign-in/words.en.ts";
import type { titleWords } from "../../src/web/titles/words.en.ts";
import type { trackViewWords } from "../../src/web/track-view/words.en.ts";
import type { Language } from "../../src/web/words/language.ts";
import type { Translation, Words } from "../../src/web/words/words.ts";

/** The texts that tests look for on the page, by feature. */
export interface Texts {
  readonly app: Translation<typeof appWords>;
  readonly bets: Translation<typeof betWords> &
    Translation<typeof repeatWords> &
    Translation<typeof depositWords>;
  readonly fairness: Translation<typeof fairnessWords> & Translation<typeof verifierWords>;
  readonly leaderboard: Translation<typeof leaderboardWords>;
  readonly chat: Translation<typeof chatWords>;
  readonly notifications: Translation<typeof notificationWords>;
  readonly referrals: Translation<typeof referralWords>;
  readonly players: Translation<typeof playerWords>;
  readonly replay: Translation<typeof replayWords>;
  readonly "rule-log": Translation<typeof ruleLogWords>;
  readonly share: Translation<typeof shareWords>;
  readonly "sign-in": Translation<typeof signInWords> & Translation<typeof connectWords>;
  readonly titles: Translation<typeof titleWords>;
  readonly "track-view": Translation<typeof trackViewWords>;
}

type PartTexts = Words["english"];

const web = join(import.meta.dirname, "../../src/web");

/** Every part of the page in both languages. Read from the folders: these tests also run without the bundler's glob. */
const parts = await Promise.all(
  readdirSync(web, { recursive: true, encoding: "utf8" })
    .filter((folder) => existsSync(join(web, folder, "words.en.ts")))
    .map(async (folder) => {
      const read = (language: Language): Promise<Record<string, unknown>> =>
        import(join(web, folder, `words.${language}.ts`));
      const [english] = Object.values(await read("en")) as Words[];
      const { german } = (await read("de")) as { german: PartTexts };
      return { feature: folder.split("/")[0] ?? "", en: english?.english ?? {}, de: german };
    }),
);

const textsIn = (language: Language): Texts =>
  parts.reduce<Record<string, PartTexts>>((texts, { feature, ...part }) => {
    texts[feature] = { ...texts[feature], ...part[language] };
    return texts;
  }, {}) as unknown as Texts;

/** The page's texts exactly as in the catalogue, for tests that look for them on the page. */
export const catalogue: Readonly<Record<Language, Texts>> = { en: textsIn("en"), de: textsIn("de") };

/**
 * A pattern for a text with placeholders as it appears on the page; `values` are filled in, other placeholders match
 * anything.
 */
export function shaped(text: string, values: Readonly<Record<string, string>> = {}): RegExp {
  const pieces = text.split(/\{(\w+)\}/);
  const escaped = (piece: string) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(
    pieces.map((piece, at) => (at % 2 === 0 ? escaped(piece) : (values[piece] ?? ".+"))).join(""),
  );
}

const formsIn = (language: Language): string[] =>
  parts
    .flatMap((part) => Object.values(part[language]))
    .flatMap((text) => (typeof text === "string" ? [text] : [text.one, text.other]));

/** English texts without placeholders that are different in German. */
export const englishOnly: readonly string[] = (() => {
  const inGerman = new Set(formsIn("de"));
  return formsIn("en").filter((text) => !text.includes("{") && !inGerman.has(text));
})();
