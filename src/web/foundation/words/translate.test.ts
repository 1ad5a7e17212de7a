import { expect, it } from "vitest";
import { lamports } from "../../../domain/lamports.ts";
import { DEFAULT_LANGUAGE } from "../../../contract/wire/default-language.ts";
import { bestLanguage, languages } from "../../../contract/wire/languages.ts";
import { numbersIn } from "./numbers.ts";
import { createTranslator } from "./translate.ts";
import { readTranslations } from "./translations.ts";

const english = createTranslator("en", {
  plain: "Place Bet",
  filled: "{name} pays {odds}",
  bets: { one: "{count} bet", other: "{count} bets" },
});
const marks = { decimal: ",", group: ".", percent: "{value}\u00a0%" };
const german = createTranslator("de", { bets: { one: "{count} Wette", other: "{count} Wetten" } }, marks);

it("fills the places of a text", () => {
  expect(english.t("plain")).toBe("Place Bet");
  expect(english.t("filled", { name: "Comet", odds: "×2.85" })).toBe("Comet pays ×2.85");
  // A value is not parsed as a text again.
  expect(english.t("filled", { name: "{odds}", odds: "$&" })).toBe("{odds} pays $&");
});

it.each([
  [0, "0 bets", "0 Wetten"],
  [1, "1 bet", "1 Wette"],
  [2, "2 bets", "2 Wetten"],
  [12_500, "12,500 bets", "12.500 Wetten"],
])("counts %d as each language does", (count, inEnglish, inGerman) => {
  expect(english.t("bets", { count })).toBe(inEnglish);
  expect(german.t("bets", { count })).toBe(inGerman);
});

it("fails for a text that there is not", () => {
  // @ts-expect-error -- the type check finds it first
  expect(() => english.t("typo")).toThrow(RangeError);
});

it("writes numbers and times as each language does", () => {
  const [en, de] = [numbersIn("en"), numbersIn("de", marks)];
  const amount = lamports(1_234_500_000_000n);
  expect([en.sol(amount, 4), de.sol(amount, 4)]).toEqual(["1234.5000", "1234,5000"]);
  expect([en.odds(2.855), de.odds(2.5), de.odds(null)]).toEqual(["×2.85", "×2,50", "–"]);
  expect([en.percent(2.5), de.percent(2.5), en.percent(50, 1)]).toEqual(["2.5%", "2,5\u00a0%", "50.0%"]);
  expect([en.typed("0.25"), de.typed("0.25"), de.typed("0.")]).toEqual(["0.25", "0,25", "0,"]);
  const christmas = new Date(2026, 11, 24, 17, 5);
  expect(en.moment(christmas).replace("\u202f", " ")).toBe("Dec 24, 2026, 5:05 PM");
  expect(de.moment(christmas)).toBe("24.12.2026, 17:05");
});

const tags = languages.map(({ tag }) => tag);
it.each(tags)("writes numbers in %s as the platform does", async (language) => {
  const { whole, percent } =
    language === DEFAULT_LANGUAGE
      ? numbersIn(language)
      : numbersIn(language, (await readTranslations(language, [])).numbers);
  const platform = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, options).format(value);
  for (const value of [0, 7, 999, 1000, 9999, 10_000, 123_456, 1_234_567, 987_654_321_012, -12_345]) {
    expect(whole(value)).toBe(platform(value, { maximumFractionDigits: 0, useGrouping: "min2" }));
  }
  // Which of the two non-breaking spaces precedes the sign depends on the version of the platform's data.
  const spaced = (text: string) => text.replaceAll("\u202f", "\u00a0");
  for (const value of [0, 0.1, 2.5, 5, 12.34, 16.67, 50, 99.99, 100]) {
    const two = platform(value / 100, { style: "percent", maximumFractionDigits: 2 });
    expect(spaced(percent(value))).toBe(spaced(two));
    const [minimumFractionDigits, maximumFractionDigits] = [1, 1];
    const one = platform(value / 100, { style: "percent", minimumFractionDigits, maximumFractionDigits });
    expect(spaced(percent(value, 1))).toBe(spaced(one));
  }
});

it.each([
  [["de-AT", "en"], "de"],
  [["it-IT", "DE", "en"], "de"],
  [["en-GB", "de"], "en"],
  [["pt-PT", "en"], "pt-BR"],
  [["it"], "en"],
  [[], "en"],
])("takes of the wanted languages %j the first that there is", (tags, best) => {
  expect(bestLanguage(tags)).toBe(best);
});
