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

/** How a language, by its tag, writes numbers and times. */
export function numbersIn(language: string): Numbers {
  const integer = new Intl.NumberFormat(language, { maximumFractionDigits: 0, useGrouping: "min2" });
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const mark =
    new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";

  const typed = (digits: string) => digits.replace(".", mark);
  const decimal = (value: number, decimals: number) => typed(value.toFixed(decimals));
  return {
    whole: (value) => integer.format(value),
    decimal,
    odds: (odds) => (odds === null || odds === undefined ? "–" : `×${decimal(odds, 2)}`),
    percent: (value, decimals) =>
      new Intl.NumberFormat(language, {
        style: "percent",
        minimumFractionDigits: decimals ?? 0,
        maximumFractionDigits: decimals ?? 2,
      }).format(value / 100),
    sol: (amount, decimals) => typed(formatSol(amount, decimals)),
    typed,
    moment: (time) => date.format(time),
  };
}
