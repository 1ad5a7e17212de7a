import { expect, it } from "vitest";
import { localeFaults } from "./locale-faults.ts";

const english = {
  "bets.place": "Place Bet",
  "bets.pays": "{name} pays {odds}",
  "bets.count": { one: "one bet of {amount}", other: "{count} bets of {amount}" },
};
const german = {
  "bets.place": "Wette abgeben",
  "bets.pays": "{odds} zahlt {name}",
  "bets.count": { one: "eine Wette von {amount}", other: "{count} Wetten von {amount}" },
};

it("finds nothing wrong with a complete language", () => {
  expect(localeFaults("de", english, german)).toEqual([]);
});

it.each([
  ["a missing text", { "bets.place": undefined }, "bets.place: missing"],
  ["a text that English does not have", { "bets.typo": "Tippfehler" }, "bets.typo: unknown"],
  ["an empty text", { "bets.place": "" }, "bets.place: empty"],
  ["a lost placeholder", { "bets.pays": "{name} zahlt" }, "bets.pays: placeholders differ"],
  ["a misspelt placeholder", { "bets.pays": "{nam} zahlt {odds}" }, "bets.pays: placeholders differ"],
  [
    "one form where English has two",
    { "bets.count": "{count} Wetten von {amount}" },
    "bets.count: has plural forms in one language only",
  ],
  [
    "a missing plural form",
    { "bets.count": { other: "{count} Wetten von {amount}" } },
    "bets.count: one is missing",
  ],
  [
    "a form that the language does not have",
    { "bets.count": { ...german["bets.count"], few: "{count} Wetten von {amount}" } },
    "bets.count: few is unknown",
  ],
  [
    "a form for many numbers that does not say which",
    { "bets.count": { ...german["bets.count"], other: "Wetten von {amount}" } },
    "bets.count: placeholders of other differ",
  ],
])("finds %s", (_what, change, fault) => {
  expect(localeFaults("de", english, JSON.parse(JSON.stringify({ ...german, ...change })))).toEqual([fault]);
});

it("wants the forms of the language, not those of English", () => {
  const of = (count: object) => ({ ...german, "bets.count": count }) as typeof german;
  const form = "{count} × {amount}";
  expect(localeFaults("ja", english, of({ other: form }))).toEqual([]);
  expect(localeFaults("pl", english, of({ one: form, few: form, other: form }))).toEqual([
    "bets.count: many is missing",
  ]);
  // French counts none like one.
  expect(localeFaults("fr", english, of({ one: "un de {amount}", many: form, other: form }))).toEqual([
    "bets.count: placeholders of one differ",
  ]);
});
