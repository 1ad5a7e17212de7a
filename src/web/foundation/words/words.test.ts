import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { houseWalletKinds } from "../../../domain/ledger.ts";
import { leaderboardPeriods } from "../../../contract/leaderboard/leaderboard.ts";
import { payoutKinds } from "../../../contract/payouts/admin-payouts.ts";
import { DEFAULT_LANGUAGE } from "../../../contract/wire/default-language.ts";
import { languages } from "../../../contract/wire/languages.ts";
import { achievements } from "../../../domain/achievements.ts";
import { networks } from "../../../domain/networks.ts";
import { alike, alikeEverywhere } from "../../../../tests/support/alike-texts.ts";
import { literalTexts } from "../../../../tests/support/literal-texts.ts";
import { englishTexts, formsOf, localeFaults, namedTexts } from "../../../../tests/support/locale-faults.ts";
import { ruleKeys } from "../../../domain/race-rules.ts";
import { outcomeEntropies } from "../../../domain/race-terms.ts";
import { settingKeys } from "../../../domain/settings.ts";
import { visions } from "../../../domain/silk-colors.ts";
import type { Locale, Words } from "./words.ts";

const web = join(import.meta.dirname, "../..");
/** Every folder's English texts, by the name under which its modules import them. */
const catalogue = Object.entries(
  import.meta.glob<Record<string, Words>>("../../**/words.en.ts", { eager: true }),
).flatMap(([file, exported]) =>
  Object.entries(exported).map(([name, words]) => ({
    folder: /^[./]*(?:features\/|foundation\/)?(.+)\/words\.en\.ts$/.exec(file)?.[1],
    name,
    ...words,
  })),
);

/** The product's own modules: not its tests, not the developers' gallery, not the texts. */
const modules = readdirSync(web, { recursive: true, encoding: "utf8" })
  .filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.test\.|(^|\/)testing\/|(^|\/)words\.\w\w\.ts$|^(foundation\/words|gallery)\//.test(file),
  )
  .map((file) => ({ file, source: readFileSync(join(web, file), "utf8") }));

const locales = import.meta.glob<Locale>("../../locales/*.json", { eager: true, import: "default" });
const english = englishTexts(Object.fromEntries(catalogue.map(({ part, english: texts }) => [part, texts])));

describe.each(languages.filter(({ tag }) => tag !== DEFAULT_LANGUAGE))("the texts in $tag", ({ tag }) => {
  const locale = locales[`../../locales/${tag}.json`];
  const translated = locale === undefined ? {} : namedTexts(locale);

  it("are those of English, with its placeholders and with every plural form of the language", () => {
    expect(localeFaults(tag, english, translated)).toEqual([]);
  });

  it("are not left in English, but for words that both languages have", () => {
    const same = Object.entries(translated).flatMap(([name, text]) =>
      formsOf(text).filter((form) => formsOf(english[name] ?? "").includes(form)),
    );
    expect(same.filter((text) => !alikeEverywhere.includes(text) && !alike[tag].includes(text))).toEqual([]);
  });
});

describe("the catalogue", () => {
  it("has each part in the folder that it is named after", () => {
    expect(catalogue.length).toBeGreaterThan(10);
    expect(catalogue.map(({ part }) => part)).toEqual(catalogue.map(({ folder }) => folder));
  });

  it("has a file for each language, and no other", () => {
    const files = languages.filter(({ tag }) => tag !== DEFAULT_LANGUAGE).map(({ tag }) => tag);
    expect(Object.keys(locales).toSorted()).toEqual(
      files.map((tag) => `../../locales/${tag}.json`).toSorted(),
    );
  });

  it("has no text that nothing says", () => {
    const unused = catalogue.flatMap(({ name, part, english }) => {
      const users = modules.filter(({ source }) => source.includes(name));
      return Object.keys(english)
        .filter((key) => !users.some(({ source }) => source.includes(`"${key}"`)))
        .map((key) => `${part}.${key}`);
    });
    expect(unused.filter((text) => !saidByAnswers.includes(text))).toEqual([]);
  });

  it("is never awaited at the top level of a module, from whose chunk those of the texts import", () => {
    const awaits = (source: string) => /^(?:await |\S.* = await )/m.test(source);
    expect(modules.filter(({ source }) => awaits(source)).map(({ file }) => file)).toEqual([]);
    expect(awaits("const x = 1;\nawait setLanguage(x);")).toBe(true);
  });

  it("is where all texts stand", () => {
    const literal = modules.flatMap(({ file, source }) => literalTexts(file, source));
    expect(literal.filter((text) => !notForReading.includes(text.replace(/^.*?: /, "")))).toEqual([]);
  });

  it("is asked for wherever people read or hear something", () => {
    const source = `
      const a = "Take it";
      const B = () => <p title="hidden">now {x ? "low" : \`is \${y}\`} <b aria-label={s ? "on" : t("off")} /></p>;`;
    const found = literalTexts("page.tsx", source).map((text) => text.replace("page.tsx: ", ""));
    expect(found.toSorted()).toEqual(["Take it", "hidden", "is", "low", "now", "on"].toSorted());
    const notRead = `
      console.warn("No such thing");
      if (key === "Enter") throw new Error("A bug");
      const c = <p className="flex gap-2 text-text">{t("wins")} SOL</p>;`;
    expect(literalTexts("page.tsx", notRead)).toEqual([]);
  });
});

/**
 * Looked up by names from the contract, or from the server's answers: why a message was reported, the type of a race,
 * why it was refunded, the result of a bet, what earned a title.
 */
const saidByAnswers = [
  ...[...outcomeEntropies, ...networks].map((choice) => `rule-log/page.${choice}`),
  "admin/kit.content",
  "admin/kit.players",
  "admin/kit.sessions",
  "admin/kit.settings",
  "chat.insult",
  "chat.other",
  "chat.scam",
  "chat.spam",
  "players.all",
  "players.loss",
  "players.month",
  "players.refunded",
  "players.week",
  "players.win",
  "live.by_admin",
  "live.classic",
  "live.endurance",
  "live.log_ended",
  "live.no_beacon",
  "live.no_winning_bet",
  "live.sprint",
  ...achievements.map(({ slug }) => `titles.${slug}`),
  ...settingKeys.flatMap((key) => [`admin/settings.${key}`, `admin/settings.${key}_about`]),
  ...ruleKeys.map((key) => `rule-log/page.${key}`),
  ...houseWalletKinds.map((kind) => `admin/wallets.${kind}`),
  ...payoutKinds.map((kind) => `admin/payouts.${kind}`),
  "admin.approvals",
  // Tabs, groups, states, choices and purposes of the admin panel, by the names that they have in code and on the wire.
  "admin/announcements.partners",
  "admin/announcements.streamers",
  "admin/emotes.holiday",
  "admin/emotes.partner",
  "admin/emotes.streamer",
  "admin/kit.admins",
  "admin/kit.balances",
  "admin/kit.house-money",
  "admin/kit.house-wallets",
  "admin/kit.nodes",
  "admin/palette.houseTransaction",
  "admin/palette.race",
  "admin/palette.transaction",
  "admin/palette.user",
  "admin/races.active",
  "admin/races.classic",
  "admin/races.countdown",
  "admin/races.endurance",
  "admin/races.loss",
  "admin/races.sprint",
  "admin/races.win",
  "admin/revenue.all",
  "admin/revenue.today",
  "admin/revenue.week",
  "admin/settings.betting",
  "admin/settings.houseMoney",
  "admin/settings.bonuses",
  "admin/settings.chat",
  "admin/settings.choice_beacon",
  "admin/settings.choice_classic",
  "admin/settings.choice_devnet",
  "admin/settings.choice_endurance",
  "admin/settings.choice_localnet",
  "admin/settings.choice_main-prime",
  "admin/settings.choice_mainnet-beta",
  "admin/settings.choice_sealed",
  "admin/settings.choice_solana-future",
  "admin/settings.choice_sprint",
  "admin/settings.others",
  "admin/settings.race",
  "admin/settings.site",
  "admin/users.moderators",
  "admin/users.partners",
  "admin/users.streamers",
  "admin/wallets.completed",
  "admin/wallets.failed",
  "admin/wallets.fileNotExport",
  "admin/wallets.fileNotJson",
  "admin/wallets.fileTooLarge",
  "admin/wallets.fileUnreadable",
  "admin/wallets.otherNetwork",
  "admin/wallets.pending",
  "admin/wallets.transferInputMissing",
  "admin/wallets.walletTwice",
  "admin.announcements",
  "admin.audit",
  "admin.content",
  "admin.special",
  "admin.wallets",
  "admin.emotes",
  "admin.game",
  "admin.horses",
  "admin.money",
  "admin.people",
  "admin.revenue",
  "admin.themes",
  "admin.titles",
  ...visions.map((vision) => `admin/horses.${vision}`),
  ...leaderboardPeriods.map((period) => `leaderboard.${period}`),
];

/** Names, protocols and code samples: the same in every language, or read by no one. */
const notForReading = [
  "Main Prime",
  "Solana Future",
  "Phantom",
  "Solflare",
  "Backpack",
  "Furlong local wallet",
  "Mobile Wallet Adapter",
  "Ed25519",
  "CallRefused",
  "ChainNodeError",
  "WalletFailure",
  "WalletWindowClosedError",
  "The wallet gave no reason.",
  "Failed",
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
  "StrangeAnswer",
  "ExportUnread",
  "Paused",
  "places|",
];
