import { DAY_MS } from "../../../domain/day-length.ts";
import type { Language } from "../../../contract/wire/languages.ts";
import type { Lamports, SignedLamports } from "../../../domain/lamports.ts";
import { formatSignedSol, formatSol } from "../../../domain/sol-amount.ts";

/** Numbers and times in the format of a language. */
export interface Numbers {
  /** A whole number. */
  readonly whole: (value: number) => string;
  readonly decimal: (value: number, decimals: number) => string;
  /** `×2.85`, or a dash if there are none. */
  readonly odds: (odds: number | null | undefined) => string;
  /** A percentage; without `decimals`, only the decimals that there are. */
  readonly percent: (value: number, decimals?: number) => string;
  /** See {@link formatSol}. */
  readonly sol: (amount: Lamports, decimals?: number) => string;
  /** See {@link formatSignedSol}. */
  readonly signedSol: (amount: SignedLamports, decimals?: number) => string;
  /** Digits with a point, as a field holds them, for display. */
  readonly typed: (digits: string) => string;
  readonly moment: (time: Date) => string;
  /** The time of day, with the day named relatively if it is yesterday, today or tomorrow. */
  readonly dayAndTime: (time: Date) => string;
  /** A day in full. */
  readonly day: (time: Date) => string;
}

/**
 * What `Intl.NumberFormat` would write. Its first use takes a phone some 60 ms, in the middle of the page's first
 * picture; a test compares the two.
 */
export interface Marks {
  readonly decimal: string;
  readonly group: string;
  /** With the number as `{value}`. */
  readonly percent: string;
}

const english: Marks = { decimal: ".", group: ",", percent: "{value}%" };

const known = new Map<Language, Numbers>();

/** The number and time format of a language, with the marks that its file gives. */
export function numbersIn(language: Language, marks: Marks = english): Numbers {
  const numbers = known.get(language) ?? makeNumbers(language, marks);
  known.set(language, numbers);
  return numbers;
}

function makeNumbers(language: Language, marks: Marks): Numbers {
  const date = onFirstUse(
    () => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }),
  );
  const day = onFirstUse(() => new Intl.DateTimeFormat(language, { dateStyle: "long" }));
  const clock = onFirstUse(() => new Intl.DateTimeFormat(language, { timeStyle: "short" }));
  const shortDay = onFirstUse(() => new Intl.DateTimeFormat(language, { day: "numeric", month: "short" }));
  const distance = onFirstUse(() => new Intl.RelativeTimeFormat(language, { numeric: "auto" }));
  const dayName = (time: Date) => {
    const days = daysBefore(time);
    if (Math.abs(days) > 1) return shortDay().format(time);
    const name = distance().format(-days, "day");
    return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
  };
  const typed = (digits: string) => digits.replace(".", marks.decimal);
  const decimal = (value: number, decimals: number) => typed(value.toFixed(decimals));
  return {
    whole: (value) => grouped(value.toFixed(0), marks.group),
    decimal,
    odds: (odds) => (odds === null || odds === undefined ? "–" : `×${decimal(odds, 2)}`),
    percent: (value, decimals) => {
      const digits = decimals === undefined ? String(Number(value.toFixed(2))) : value.toFixed(decimals);
      return marks.percent.replace("{value}", typed(digits).replace("-", "\u2212"));
    },
    sol: (amount, decimals) => typed(formatSol(amount, decimals)),
    signedSol: (amount, decimals) => typed(formatSignedSol(amount, decimals)),
    typed,
    moment: (time) => date().format(time),
    dayAndTime: (time) => `${dayName(time)} ${clock().format(time)}`,
    day: (time) => day().format(time),
  };
}

/** Number of midnights between a time and now, in local time; negative for a day to come. */
function daysBefore(time: Date): number {
  const [then, today] = [new Date(time), new Date()].map((day) => day.setHours(0, 0, 0, 0));
  return Math.round(((today ?? 0) - (then ?? 0)) / DAY_MS);
}

/** Digits in groups of three, from five digits on. */
const grouped = (digits: string, mark: string): string =>
  /\d{5}/.test(digits) ? digits.replaceAll(/\B(?=(?:\d{3})+$)/g, mark) : digits;

/** Creates something when it is first needed: a browser takes long to create each of the `Intl` formatters. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
