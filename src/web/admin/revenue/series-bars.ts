import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { type SignedLamports, signedLamports } from "../../../domain/lamports.ts";
import { raceTypes } from "../../../domain/race-terms.ts";
import { daysBefore, type UtcDay } from "../../../domain/utc-day.ts";

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
  /** Mean profit of this day and the six before it; null unless all of them are known. */
  readonly mean: SignedLamports | null;
}

const MEAN_OF = 7;
const DAY_MS = 86_400_000;

/**
 * The bars of a chart in their order, including empty ones, which the series leaves out (rule ADMIN-41). Empty if there
 * was nothing at all.
 *
 * @param from the first day; without one, the first that has figures
 */
export function barsOf(
  { by, series }: Series,
  { from, nowMs }: { readonly from: UtcDay | undefined; readonly nowMs: number },
): readonly Bar[] {
  const [first] = series;
  if (first === undefined) return [];
  const found = new Map(series.map((row) => [row.key, row]));
  const keys = by === "day" ? daysFrom(from ?? first.key, nowMs) : by === "hour" ? hours : [...raceTypes];
  const bars = keys.map((key) => ({ ...nothing, ...found.get(key), key }));
  return bars.map((bar, at) => ({ ...bar, mean: by === "day" ? meanAt(bars, at) : null }));
}

const zero = signedLamports(0n);
const nothing = { wagered: zero, won: zero, profit: zero, bets: 0, races: 0 };

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));

function daysFrom(from: UtcDay, nowMs: number): readonly UtcDay[] {
  const count = Math.floor((nowMs - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(1, count) }, (_, at) => daysBefore(nowMs, count - 1 - at));
}

function meanAt(bars: readonly { readonly profit: bigint }[], at: number): SignedLamports | null {
  if (at + 1 < MEAN_OF) return null;
  const total = bars.slice(at + 1 - MEAN_OF, at + 1).reduce((sum, { profit }) => sum + profit, 0n);
  return signedLamports(total / BigInt(MEAN_OF));
}
