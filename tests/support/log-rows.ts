import { type EntryContent, writeEntry } from "../../src/domain/log/entry.ts";
import { ruleKeys } from "../../src/domain/race-rules.ts";
import type { Rule, RuleRow } from "../../src/domain/rule-log.ts";
import { ZERO } from "../../src/domain/lamports.ts";
import { freezeRaceSettings, readStoredTerms, storeRaceSettings } from "../../src/domain/race-settings.ts";
import { settingDefinitions, settingsFrom } from "../../src/domain/settings.ts";

const address = "4Nd1mYQe7v7Vx4dGkZmUuGPn1s3Rt2aPp6kZ2QfKf9bH";

/** The default of every rule. */
const initialRules: Readonly<Record<string, string>> = Object.fromEntries(
  ruleKeys.map((key) => [key, settingDefinitions[key].initial]),
);

/** An `open` entry of a log with these rules. */
export function logOpening(
  rules: Readonly<Record<string, string>> = initialRules,
  { origin = "localhost/log/1f2e3d4c5b6a7988", notary = address } = {},
): EntryContent {
  return {
    kind: "open",
    format: "furlong-log-1",
    network: rules["network"] === "devnet" ? "devnet" : "localnet",
    genesis_hash: address,
    origin,
    notary,
    memo_program: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
    seed_chain: { tip: "ab".repeat(32), length: 1_000 },
    rules: Object.fromEntries(Object.entries(rules).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    before: null,
  };
}

/** A log with these rules after its beginning. */
export const logRows = (
  rules: readonly Rule[],
  opening = logOpening(),
  at = new Date("2026-11-24T10:00:00.000Z"),
): readonly RuleRow[] =>
  [opening, ...rules.map((rule): EntryContent => ({ kind: "rule", ...rule }))].map((content, index) => ({
    row: index + 1,
    entry: writeEntry(content, at),
  }));

/** A `commit` entry of the race with this number. */
export const commitOf = (number: number): EntryContent => ({
  kind: "commit",
  race: `race-${number}`,
  number,
  seed_hash: "cd".repeat(32),
  base_nonce: String(number),
  settings:
    readStoredTerms(storeRaceSettings(freezeRaceSettings(settingsFrom([]), { raceType: "classic" }))) ?? {},
  jackpot: ZERO,
  horses: [1, 2, 3, 4, 5, 6].map((lane) => ({ number: lane, id: lane, name: `Horse ${lane}` })),
  lock_wallet: address,
});
