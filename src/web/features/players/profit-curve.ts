import { DAY_MS } from "../../../domain/day-length.ts";
import type { Api } from "../../../contract/api.ts";
import type { StatsPeriod } from "../../../contract/players/player-stats.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { type Lamports, type SignedLamports, signedLamports, ZERO } from "../../../domain/lamports.ts";
import { type UtcDay, utcDay } from "../../../domain/utc-day.ts";

export type StatsDay = NonNullable<Reply<Api["getUserStats"]>["days"]>[number];

/** The profit at the end of a day, counted from the beginning of the curve. */
export interface ProfitPoint {
  /** Midnight UTC at the end of the day. */
  readonly atMs: number;
  readonly day: UtcDay;
  readonly wagered: Lamports;
  readonly won: Lamports;
  readonly total: SignedLamports;
}

const REACH: Readonly<Record<Exclude<StatsPeriod, "all">, number>> = { week: 7, month: 30 };

/**
 * The profit curve, from zero at the beginning of the period to the end of today; days without bets leave it
 * unchanged. Empty if there were no bets.
 */
export function profitCurve(
  days: readonly StatsDay[],
  { period, nowMs }: { readonly period: StatsPeriod; readonly nowMs: number },
): readonly ProfitPoint[] {
  const [first] = days;
  if (first === undefined) return [];
  const byDay = new Map(days.map((day) => [day.day, day]));
  const today = Date.parse(utcDay(nowMs));
  const begin = period === "all" ? Date.parse(first.day) : today - (REACH[period] - 1) * DAY_MS;
  const points: ProfitPoint[] = [
    { atMs: begin, day: utcDay(begin - DAY_MS), wagered: ZERO, won: ZERO, total: ZERO },
  ];
  let total = 0n;
  for (let atMs = begin; atMs <= today; atMs += DAY_MS) {
    const day = utcDay(atMs);
    const { wagered = ZERO, won = ZERO, net = ZERO } = byDay.get(day) ?? {};
    total += net;
    points.push({ atMs: atMs + DAY_MS, day, wagered, won, total: signedLamports(total) });
  }
  return points;
}
