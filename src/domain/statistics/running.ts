import { overAt } from "../history/race-times.ts";
import type { PublishedRace } from "../history/record.ts";
import { utcDay } from "../utc-day.ts";

/** When races followed one another, in epoch milliseconds. */
export interface Running {
  first: number | null;
  /** When the newest race was over, and its number. */
  last: { readonly at: number; readonly number: number } | null;
  /** Number of UTC days on which a race was created, and the newest of them. */
  days: number;
  day: string;
  /** Time in which no race was open or run. */
  betweenMs: number;
  /** The longest of these times, longest first. */
  readonly gaps: Gap[];
}

export interface Gap {
  /** Number of the race before it. */
  readonly after: number;
  readonly from: number;
  readonly to: number;
}

const KEPT_GAPS = 5;

export const notRunning = (): Running => ({
  first: null,
  last: null,
  days: 0,
  day: "",
  betweenMs: 0,
  gaps: [],
});

/** Counts the next race (rule STATS-4). */
export function countRunning(running: Running, race: PublishedRace): void {
  const { created } = race.times;
  const { last } = running;
  running.first ??= created;
  const day = utcDay(created);
  if (day !== running.day) {
    running.days += 1;
    running.day = day;
  }
  if (last !== null && created > last.at) {
    running.betweenMs += created - last.at;
    keepGap(running.gaps, { after: last.number, from: last.at, to: created });
  }
  running.last = { at: overAt(race), number: race.number };
}

const lengthOf = ({ from, to }: Gap) => to - from;

function keepGap(gaps: Gap[], gap: Gap): void {
  const at = gaps.findIndex((other) => lengthOf(other) < lengthOf(gap));
  gaps.splice(at === -1 ? gaps.length : at, 0, gap);
  gaps.length = Math.min(gaps.length, KEPT_GAPS);
}
