import type { StatisticsReport } from "../../../../domain/statistics/report.ts";
import type { RunPhase } from "../export-run/run-phase.ts";

/** From the page to the worker. */
export type StatisticsOrder =
  | { readonly type: "run" }
  | { readonly type: "pause" }
  /** Starts over from nothing. */
  | { readonly type: "forget" };

export interface StatisticsProgress {
  readonly phase: RunPhase;
  /** Why it failed, in the browser's or the server's own words. */
  readonly problem: string | null;
  /** Number of records known to be published. */
  readonly published: number;
  readonly racesPerSecond: number | null;
  /** The day whose file is being read. */
  readonly day: string | null;
  /** Files that were counted. */
  readonly days: number;
  /** When everything published by then was counted, in epoch milliseconds. */
  readonly doneAt: number | null;
  readonly report: StatisticsReport;
}
