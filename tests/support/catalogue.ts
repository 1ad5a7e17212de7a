import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Language, languages } from "../../src/contract/wire/languages.ts";
import type { appWords } from "../../src/web/app/words.en.ts";
import type { announcementWords } from "../../src/web/features/announcements/words.en.ts";
import type { depositWords } from "../../src/web/features/bets/deposits/words.en.ts";
import type { presetsWords } from "../../src/web/features/bets/presets/words.en.ts";
import type { repeatWords } from "../../src/web/features/bets/repeats/words.en.ts";
import type { betWords } from "../../src/web/features/bets/words.en.ts";
import type { leaderboardWords } from "../../src/web/features/leaderboard/words.en.ts";
import type { chatWords } from "../../src/web/features/chat/words.en.ts";
import type { notificationWords } from "../../src/web/features/notifications/words.en.ts";
import type { referralWords } from "../../src/web/features/referrals/words.en.ts";
import type { playerWords } from "../../src/web/features/players/words.en.ts";
import type { verifierWords } from "../../src/web/features/fairness/verifier/words.en.ts";
import type { fairnessWords } from "../../src/web/features/fairness/words.en.ts";
import type { replayWords } from "../../src/web/features/replay/words.en.ts";
import type { ruleLogWords } from "../../src/web/features/rule-log/page/words.en.ts";
import type { shareWords } from "../../src/web/features/share/words.en.ts";
import type { connectWords } from "../../src/web/features/sign-in/connect/words.en.ts";
import type { signInWords } from "../../src/web/features/sign-in/words.en.ts";
import type { titleWords } from "../../src/web/features/titles/words.en.ts";
import type { trackViewWords } from "../../src/web/foundation/track-view/words.en.ts";
import type { Locale, Words } from "../../src/web/foundation/words/words.ts";
import { formsOf } from "./locale-faults.ts";

/** The same texts in any language. */
type Translated<W extends Words> = {
  readonly [Key in keyof W["english"]]: W["english"][Key] extends string
    ? string
    : { readonly one: string; readonly other: string };
};

/** The texts that tests look for on the page, by feature. */
export interface Texts {
  readonly announcements: Translated<typeof announcementWords>;
  readonly app: Translated<typeof appWords>;
  readonly bets: Translated<typeof betWords> &
    Translated<typeof presetsWords> &
    Translated<typeof repeatWords> &
    Translated<typeof depositWords>;
  readonly fairness: Translated<typeof fairnessWords> & Translated<typeof verifierWords>;
  readonly leaderboard: Translated<typeof leaderboardWords>;
  readonly chat: Translated<typeof chatWords>;
  readonly notifications: Translated<typeof notificationWords>;
  readonly referrals: Translated<typeof referralWords>;
  readonly players: Translated<typeof playerWords>;
  readonly replay: Translated<typeof replayWords>;
  readonly "rule-log": Translated<typeof ruleLogWords>;
  readonly share: Translated<typeof shareWords>;
  readonly "sign-in": Translated<typeof signInWords> & Translated<typeof connectWords>;
  readonly titles: Translated<typeof titleWords>;
  readonly "track-view": Translated<typeof trackViewWords>;
}

type PartTexts = Words["english"];

const web = join(import.meta.dirname, "../../src/web");

const readLocale = (tag: Language): Locale =>
  JSON.parse(readFileSync(join(web, "locales", `${tag}.json`), "utf8"));

/** Every language but English. Read from the folders: these tests also run without the bundler's glob. */
export const locales: Readonly<Partial<Record<Language, Locale>>> = Object.fromEntries(
  languages.filter(({ tag }) => tag !== "en").map(({ tag }) => [tag, readLocale(tag)]),
);

const english: Readonly<Record<string, PartTexts>> = Object.fromEntries(
  await Promise.all(
    readdirSync(web, { recursive: true, encoding: "utf8" })
      .filter((folder) => existsSync(join(web, folder, "words.en.ts")))
      .map(async (folder) => {
        const [words] = Object.values(
          (await import(join(web, folder, "words.en.ts"))) as Record<string, Words>,
        );
        return [folder.replace(/^(features|foundation)\//, ""), words?.english ?? {}] as const;
      }),
  ),
);

const partsIn = (language: Language): Readonly<Record<string, PartTexts>> =>
  locales[language]?.parts ?? english;

const textsIn = (language: Language): Texts =>
  Object.entries(partsIn(language)).reduce<Record<string, PartTexts>>((texts, [folder, part]) => {
    const feature = folder.split("/")[0] ?? "";
    texts[feature] = { ...texts[feature], ...part };
    return texts;
  }, {}) as unknown as Texts;

/** The page's texts exactly as in the catalogue, for tests that look for them on the page. */
export const catalogue = Object.fromEntries(languages.map(({ tag }) => [tag, textsIn(tag)])) as Readonly<
  Record<Language, Texts>
>;

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

const formsIn = (language: Language): readonly string[] =>
  Object.values(partsIn(language)).flatMap((part) => Object.values(part).flatMap(formsOf));

/** English texts without placeholders that are different in another language. */
export function englishOnly(language: Language): readonly string[] {
  const translated = new Set(formsIn(language));
  return formsIn("en").filter((text) => !text.includes("{") && !translated.has(text));
}
