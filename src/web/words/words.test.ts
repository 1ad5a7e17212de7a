import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { leaderboardPeriods } from "../../contract/leaderboard/leaderboard.ts";
import { payoutKinds } from "../../contract/payouts/admin-payouts.ts";
import { refusals } from "../../contract/wire/refusals.ts";
import { deeds } from "../../domain/deeds.ts";
import { literalTexts } from "../../../tests/support/literal-texts.ts";
import { ruleKeys } from "../../domain/race-rules.ts";
import { settingKeys } from "../../domain/settings.ts";
import { visions } from "../../domain/silk-colors.ts";
import { germanParts } from "../admin/german.ts";
import { german as chatReports } from "../chat/reports/words.de.ts";
import { german as owed } from "../fairness/owed/words.de.ts";
import { german as offlineFile } from "../fairness/offline-file/words.de.ts";
import { germanParts as historyParts } from "../fairness/history/german.ts";
import { germanParts as statisticsParts } from "../fairness/statistics/german.ts";
import { germanParts as verifierParts } from "../fairness/verifier/german.ts";
import { germanParts as ruleLogParts } from "../rule-log/page/german.ts";
import { german as siteGerman } from "./german.ts";
import type { Translations, Words } from "./words.ts";

const web = join(import.meta.dirname, "..");
/**
 * The translations of the admin panel, the reports, the verifier and the rule log are loaded with them; those of the
 * verifier's file are in it.
 */
const laterParts = {
  ...germanParts,
  ...verifierParts,
  ...ruleLogParts,
  ...historyParts,
  ...statisticsParts,
  "chat/reports": chatReports,
  "fairness/offline-file": offlineFile,
  "fairness/owed": owed,
};
const german: Translations = { ...siteGerman, parts: { ...siteGerman.parts, ...laterParts } };
/** Every folder's English texts, by the name under which its modules import them. */
const catalogue = Object.entries(
  import.meta.glob<Record<string, Words>>("../**/words.en.ts", { eager: true }),
).flatMap(([file, exported]) =>
  Object.entries(exported).map(([name, words]) => ({
    folder: file.slice("../".length, -"/words.en.ts".length),
    name,
    ...words,
  })),
);

/** The product's own modules: not its tests, not the developers' gallery, not the texts. */
const modules = readdirSync(web, { recursive: true, encoding: "utf8" })
  .filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.test\.|(^|\/)testing\/|(^|\/)words\.\w\w\.ts$|^(words|gallery)\//.test(file),
  )
  .map((file) => ({ file, source: readFileSync(join(web, file), "utf8") }));

type Text = Words["english"][string];
const formsOf = (text: Text): string[] => (typeof text === "string" ? [text] : [text.one, text.other]);
const placesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

const texts = catalogue.flatMap(({ part, english }) =>
  Object.entries(english).map(([key, text]) => {
    const translation = german.parts[part] ?? {};
    return { name: `${part}.${key}`, english: text, german: translation[key] ?? "" };
  }),
);

describe("the catalogue", () => {
  it("has every part of the translation, and no part twice", () => {
    const parts = catalogue.map(({ part }) => part);
    expect(parts.length).toBeGreaterThan(10);
    expect(parts).toEqual(catalogue.map(({ folder }) => folder));
    expect(parts.toSorted()).toEqual(Object.keys(german.parts).toSorted());
  });

  it("has the same places for values in both languages", () => {
    const differ = texts.filter(({ english, german: translated }) => {
      const [wanted, given] = [formsOf(english).map(placesIn), formsOf(translated).map(placesIn)];
      return JSON.stringify(wanted) !== JSON.stringify(given);
    });
    expect(differ).toEqual([]);
  });

  it("ADMIN-2 has the admin panel's texts apart from those that every page loads", () => {
    expect(Object.keys(siteGerman.parts).filter((part) => part.startsWith("admin"))).toEqual([]);
    expect(Object.keys(germanParts)).toContain("admin/users");
  });

  it("has no place for a value in a refusal, which comes as a code alone", () => {
    expect(Object.values(german.refusals).flatMap(placesIn)).toEqual([]);
  });

  it("leaves nothing empty, and nothing in English but for words that German has too", () => {
    const same = texts.flatMap(({ english, german: translated }) =>
      formsOf(translated).filter((form) => form === "" || formsOf(english).includes(form)),
    );
    expect(same.filter((text) => !alikeInGerman.includes(text))).toEqual([]);
    const untranslated = Object.entries(german.refusals).filter(
      ([code, text]) => text === refusals[code as keyof typeof refusals].text,
    );
    expect(untranslated).toEqual([]);
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

/** Texts that are the same in German. */
const alikeInGerman = [
  "Devnet",
  "Main Prime",
  "Mainnet",
  "Solana Future",
  "Sprint",
  "Enter",
  "Exacta",
  "Fair",
  "Furlong",
  "Hash",
  "Jackpot",
  "LIVE",
  "Marathon",
  "Wallet",
  "Memo",
  "Memos",
  "Solana",
  "Nonce",
  "Nonce {nonce}",
  "Pause",
  "Pool",
  "Superfecta",
  "Trifecta",
  "Admin",
  "Chat",
  "Emotes",
  "Lobby",
  "Mod",
  "Partner",
  "Spam",
  "Streamer",
  "{count} online",
  "SHA-256",
  "{size} kB",
  "{size} MB",
  "{horse} {margin}",
  "{name}: {text}",
  "Turf · {metres} m",
  "{count} s",
  "Chain {amount}",
  "ID",
  "Wallets",
  "Test",
  "Jackpots",
  "in SOL",
  "{value} s",
  "{value} min",
  "{value} h",
  // What the audit log contains if no reason was typed.
  "Admin manual transfer",
];

/**
 * Looked up by names from the contract, or from the server's answers: why a message was reported, the type of a race,
 * why it was refunded, the result of a bet, what earned a title.
 */
const saidByAnswers = [
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
  "live.no_beacon",
  "live.no_winning_bet",
  "live.sprint",
  ...deeds.map(({ slug }) => `titles.${slug}`),
  ...settingKeys.flatMap((key) => [`admin/settings.${key}`, `admin/settings.${key}_about`]),
  ...ruleKeys.map((key) => `rule-log/page.${key}`),
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
  "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
  "StrangeAnswer",
  "ExportUnread",
  "Paused",
  "places|",
];
