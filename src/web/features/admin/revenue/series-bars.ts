import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { type SignedLamports, signedLamports } from "../../../../domain/lamports.ts";
import { raceTypes } from "../../../../domain/race-terms.ts";
import { daysBefore, type UtcDay } from "../../../../domain/utc-day.ts";
import { daysSince } from "./period.ts";

type Series = Reply<Api["getRevenueSeries"]>;

/** Totals of the settled races of a day, an hour of the day, or a type. */
export interface Bar {
  /** The key used in the series. */
  readonly key: string;
  readonly wagered: SignedLamports;
  readonly won: SignedLamports;
  readonly profit: SignedLamports;
  readonly bets: number;
  readonly races: number;
  /** Profit in the same place of the period before; null if nothing is known of it. */
  readonly before: SignedLamports | null;
  /** Mean profit of this day and the six before it; null unless all of them are known. */
  readonly mean: SignedLamports | null;
}

const MEAN_OF = 7;

/**
 * The bars of a chart in their order, including empty ones, which the series leaves out. Empty if there
 * was nothing at all.
 *
 * @param from the first day; without one, the first that has figures
 * @param before the same of the equally long period before; undefined if there is none, or it is not known yet
 */
export function barsOf(
  { by, series }: Series,
  {
    from,
    nowMs,
    before,
  }: { readonly from: UtcDay | undefined; readonly nowMs: number; readonly before?: Series | undefined },
): readonly Bar[] {
  const [first] = series;
  if (first === undefined) return [];
  const found = new Map(series.map((row) => [row.key, row]));
  const keys = by === "day" ? daysFrom(from ?? first.key, nowMs) : by === "hour" ? hours : [...raceTypes];
  const bars = keys.map((key) => ({ ...nothing, ...found.get(key), key }));
  const earlier = before?.by === by ? profitsBefore(before, keys) : [];
  const profits = [...earlier, ...bars.map(({ profit }) => profit)];
  return bars.map((bar, at) => ({
    ...bar,
    before: earlier[at] ?? null,
    mean: by === "day" ? meanAt(profits, earlier.length + at) : null,
  }));
}

/**
 * The profits of the period before, in the places of this one's: of days those that come just before. Days before the
 * first that has figures are not known.
 */
function profitsBefore({ by, series }: Series, keys: readonly string[]): readonly (SignedLamports | null)[] {
  const [first] = series;
  if (first === undefined) return [];
  const found = new Map(series.map(({ key, profit }) => [key, profit]));
  const began = Date.parse(keys[0] ?? "");
  const places = by === "day" ? keys.map((_, at) => daysBefore(began, keys.length - at)) : keys;
  return places.map((key) => (by === "day" && key < first.key ? null : (found.get(key) ?? zero)));
}

const zero = signedLamports(0n);
const nothing = { wagered: zero, won: zero, profit: zero, bets: 0, races: 0 };

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));

function daysFrom(from: UtcDay, nowMs: number): readonly UtcDay[] {
  const count = daysSince(from, nowMs);
  return Array.from({ length: count }, (_, at) => daysBefore(nowMs, count - 1 - at));
}

function meanAt(profits: readonly (bigint | null)[], at: number): SignedLamports | null {
  const days = profits.slice(Math.max(0, at + 1 - MEAN_OF), at + 1).filter((profit) => profit !== null);
  if (days.length < MEAN_OF) return null;
  return signedLamports(days.reduce((sum, profit) => sum + profit, 0n) / BigInt(MEAN_OF));
}
