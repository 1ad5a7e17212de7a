import type { Lamports } from "../../domain/lamports.ts";
import { formatSol } from "../../domain/sol-amount.ts";

/** Numbers and times as a language writes them. */
export interface Numbers {
  /** A whole number. */
  readonly whole: (value: number) => string;
  readonly decimal: (value: number, decimals: number) => string;
  /** `×2.85`, or a dash where there are none. */
  readonly odds: (odds: number | null | undefined) => string;
  /** Of hundred; without `decimals` only those that there are. */
  readonly percent: (value: number, decimals?: number) => string;
  /** See {@link formatSol}. */
  readonly sol: (amount: Lamports, decimals?: number) => string;
  /** Digits with a point, as a field holds them, for the eye. */
  readonly typed: (digits: string) => string;
  readonly moment: (time: Date) => string;
}

const known = new Map<string, Numbers>();

/** How a language, by its tag, writes numbers and times. */
export function numbersIn(language: string): Numbers {
  const numbers = known.get(language) ?? makeNumbers(language);
  known.set(language, numbers);
  return numbers;
}

function makeNumbers(language: string): Numbers {
  const integer = onFirstUse(
    () => new Intl.NumberFormat(language, { maximumFractionDigits: 0, useGrouping: "min2" }),
  );
  const date = onFirstUse(
    () => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }),
  );
  const mark = onFirstUse(
    () =>
      new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".",
  );
  const percents = new Map<number | undefined, Intl.NumberFormat>();
  const percentWith = (decimals: number | undefined) => {
    const format =
      percents.get(decimals) ??
      new Intl.NumberFormat(language, {
        style: "percent",
        minimumFractionDigits: decimals ?? 0,
        maximumFractionDigits: decimals ?? 2,
      });
    percents.set(decimals, format);
    return format;
  };

  const typed = (digits: string) => digits.replace(".", mark());
  const decimal = (value: number, decimals: number) => typed(value.toFixed(decimals));
  return {
    whole: (value) => integer().format(value),
    decimal,
    odds: (odds) => (odds === null || odds === undefined ? "–" : `×${decimal(odds, 2)}`),
    percent: (value, decimals) => percentWith(decimals).format(value / 100),
    sol: (amount, decimals) => typed(formatSol(amount, decimals)),
    typed,
    moment: (time) => date().format(time),
  };
}

/** Makes something when it is first needed: a browser takes long over each of the `Intl` formatters. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
