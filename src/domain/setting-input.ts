import { type Lamports, lamports } from "./lamports.ts";
import { formatSol, parseSol } from "./sol-amount.ts";
import { parseWalletAddress } from "./wallet-address.ts";

/**
 * How the text of a setting is read, and what a form needs to know to offer it. `read` gives the value
 * and its one stored spelling, or null when the text is not allowed (rule LIMITS-9).
 */
export interface SettingInput<Value> {
  readonly control: "toggle" | "select" | "number" | "text" | "list" | "weights";
  /** The spellings to choose from, for a select. */
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly unit?: "SOL" | "%" | "s";
  read(text: string): { readonly value: Value; readonly text: string } | null;
}

export const toggle: SettingInput<boolean> = {
  control: "toggle",
  read: (text) => (text === "true" || text === "false" ? { value: text === "true", text } : null),
};

/** One of these words. */
export const oneOf = <const Word extends string>(...choices: readonly Word[]): SettingInput<Word> => ({
  control: "select",
  choices,
  read(text) {
    const value = choices.find((choice) => choice === text);
    return value === undefined ? null : { value, text };
  },
});

/** Some of these words, without repetition, as a JSON list or separated by commas. */
export const someOf = <const Word extends string>(
  ...choices: readonly Word[]
): SettingInput<readonly Word[]> => ({
  control: "list",
  choices,
  read(text) {
    const words = readList(text);
    if (words === null || words.length === 0 || words.some((word) => !isOneOf(choices, word))) return null;
    const value = choices.filter((choice) => words.includes(choice));
    return value.length === words.length ? { value, text: JSON.stringify(value) } : null;
  },
});

/** Wallet addresses without repetition, as a JSON list or separated by commas; may be empty. */
export const walletList: SettingInput<readonly string[]> = {
  control: "list",
  read(text) {
    const wallets = readList(text);
    if (wallets === null || wallets.some((wallet) => !parseWalletAddress(wallet).ok)) return null;
    const value = [...new Set(wallets)];
    return { value, text: JSON.stringify(value) };
  },
};

/** Countries by their two letters (ISO 3166-1), without repetition, as a JSON list or separated by commas; may be empty. */
export const countryList: SettingInput<readonly string[]> = {
  control: "list",
  read(text) {
    const countries = readList(text)?.map((country) => country.toUpperCase());
    if (countries === undefined || countries.some((country) => !/^[A-Z]{2}$/.test(country))) return null;
    const value = [...new Set(countries)].toSorted();
    return { value, text: JSON.stringify(value) };
  },
};

/** Relative whole weights from 0 to 100 for each of these words, at least one above 0, as a JSON object. */
export const weightsFor = <const Word extends string>(
  ...words: readonly Word[]
): SettingInput<Readonly<Record<Word, number>>> => ({
  control: "weights",
  choices: words,
  min: 0,
  max: 100,
  step: 1,
  read(text) {
    const parsed = readJson(text);
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
    const given = new Map<string, unknown>(Object.entries(parsed));
    const weights = words.map((word) => [word, given.get(word) ?? 0] as const);
    const isKnown = Array.from(given.keys()).every((key) => isOneOf(words, key));
    const isWeight = weights.every(([, w]) => Number.isInteger(w) && Number(w) >= 0 && Number(w) <= 100);
    if (!isKnown || !isWeight || weights.every(([, w]) => w === 0)) return null;
    const value = Object.fromEntries(weights) as Readonly<Record<Word, number>>;
    return { value, text: JSON.stringify(value) };
  },
});

/** Whole seconds in a range, as milliseconds. */
export const seconds = (min: number, max: number): SettingInput<number> => ({
  control: "number",
  unit: "s",
  min,
  max,
  step: 1,
  read(text) {
    const value = readWhole(text, min, max);
    return value === null ? null : { value: value * 1000, text: String(value) };
  },
});

/** One of these numbers of seconds, as milliseconds. */
export const secondsFrom = (...choices: readonly number[]): SettingInput<number> => ({
  ...chosen(choices.map(String), "s"),
  read: (text) => within(seconds(0, 3600).read(text), choices.map(String)),
});

/** A whole number in a range, offered as a select. */
export const countFrom = (min: number, max: number): SettingInput<number> => ({
  ...chosen(
    Array.from({ length: max - min + 1 }, (_, index) => String(min + index)),
    undefined,
  ),
  read(text) {
    const value = readWhole(text, min, max);
    return value === null ? null : { value, text: String(value) };
  },
});

/** Percent from 0 to 100 in steps of 0.1, as basis points: 2.5 is 250. */
export const percent: SettingInput<number> = {
  control: "number",
  unit: "%",
  min: 0,
  max: 100,
  step: 0.1,
  read(text) {
    const match = /^(\d{1,3})(?:\.(\d)0*)?$/.exec(text);
    if (match === null) return null;
    const tenths = Number(match[1]) * 10 + Number(match[2] ?? 0);
    return tenths > 1000 ? null : { value: tenths * 10, text: String(tenths / 10) };
  },
};

/** One of these percentages, as basis points. */
export const percentFrom = (...choices: readonly number[]): SettingInput<number> => ({
  ...chosen(choices.map(String), "%"),
  read: (text) => within(percent.read(text), choices.map(String)),
});

/** SOL from 0 up in steps of 0.01. */
export const solAmount: SettingInput<Lamports> = {
  control: "number",
  unit: "SOL",
  min: 0,
  step: 0.01,
  read(text) {
    const parsed = parseSol(text);
    if (!parsed.ok || parsed.value % SOL_STEP !== 0n) return null;
    return { value: parsed.value, text: formatSol(parsed.value) };
  },
};

/** Amounts of SOL that an admin chooses are whole hundredths. */
export const SOL_STEP = lamports(10_000_000n);

/** One of these amounts of SOL. */
export const solFrom = (...choices: readonly string[]): SettingInput<Lamports> => ({
  ...chosen(choices, "SOL"),
  read: (text) => within(solAmount.read(text), choices),
});

/** One of these amounts of SOL, which may be finer than those of bets: network fees are small. */
export const feeFrom = (...choices: readonly string[]): SettingInput<Lamports> => ({
  ...chosen(choices, "SOL"),
  read(text) {
    const parsed = parseSol(text);
    return parsed.ok ? within({ value: parsed.value, text: formatSol(parsed.value) }, choices) : null;
  },
});

/** An http or https URL without credentials; the server finds out whether it may be used (rule LIMITS-5). */
export const url: SettingInput<string> = {
  control: "text",
  read: (text) => (/^https?:\/\/[^\s/@?#]+(?:[/?#]\S*)?$/.test(text) ? { value: text, text } : null),
};

function chosen(choices: readonly string[], unit: "SOL" | "%" | "s" | undefined) {
  return unit === undefined
    ? { control: "select" as const, choices }
    : { control: "select" as const, choices, unit };
}

const within = <T extends { readonly text: string }>(read: T | null, choices: readonly string[]): T | null =>
  read !== null && choices.includes(read.text) ? read : null;

const isOneOf = (words: readonly string[], word: string): boolean => words.includes(word);

function readWhole(text: string, min: number, max: number): number | null {
  if (!/^\d{1,9}$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

function readList(text: string): string[] | null {
  if (!text.trimStart().startsWith("[")) {
    return text
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== "");
  }
  const parsed = readJson(text);
  if (!Array.isArray(parsed)) return null;
  const words = parsed.filter((word) => typeof word === "string");
  return words.length === parsed.length ? words : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is not JSON is an answer here, not a fault.
    return undefined;
  }
}
