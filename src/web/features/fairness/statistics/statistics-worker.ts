import { reportOf } from "../../../../domain/statistics/report.ts";
import { STATISTICS_VERSION } from "../../../../domain/statistics/statistics.ts";
import { siteExport } from "../export-run/export-source.ts";
import { keptValue } from "../export-run/kept-value.ts";
import { isBusy, type RunPhase } from "../export-run/run-phase.ts";
import { measureSpeed, type Speed } from "../export-run/speed.ts";
import { Paused, timeSlices, wait } from "../export-run/time-slices.ts";
import { type CountedExport, countExport, type CountProgress, newCount } from "./count-export.ts";
import type { StatisticsOrder, StatisticsProgress } from "./messages.ts";

/*
 * Counts the public export in parallel with the page, which only shows the results: takes the page's orders, and
 * reports to it a few times a second (rule STATS-5).
 */

const storedValue = keptValue("furlong-statistics");

let counted: CountedExport = newCount();
/** A copy that can be continued; the count itself changes with each line. */
let keepable = structuredClone(counted);
let phase: RunPhase = "loading";
let problem: string | null = null;
let published = 0;
let day: string | null = null;
let speed: Speed | null = null;
/** Races per second over the whole run, once it has finished. */
let perSecond: number | null = null;

function tell(): void {
  const { statistics, files, doneAt } = counted;
  const progress: StatisticsProgress = {
    phase,
    problem,
    published: Math.max(published, statistics.seq),
    racesPerSecond: phase === "running" ? (speed?.ofLate(statistics.races) ?? null) : perSecond,
    day,
    days: files,
    doneAt,
    report: reportOf(statistics),
  };
  self.postMessage(progress);
}

const keep = () => storedValue.keep(keepable);

const slices = timeSlices({
  isPausing: () => phase === "pausing",
  tell,
  remember: () => {
    keepable = structuredClone(counted);
  },
  keep,
});

function turn(progress: CountProgress): Promise<void> | undefined {
  ({ published, day } = progress);
  return slices.turn(progress);
}

async function run(): Promise<void> {
  phase = "running";
  problem = null;
  slices.begin();
  speed = measureSpeed(counted.statistics.races);
  try {
    tell();
    await countExport(counted, siteExport(wait), turn);
    perSecond = speed.ofRun(counted.statistics.races);
    counted.doneAt = Date.now();
    phase = "done";
    keepable = structuredClone(counted);
  } catch (error) {
    if (error instanceof Paused) phase = "paused";
    else {
      phase = "failed";
      problem = error instanceof Error ? error.message : String(error);
    }
    // A run cannot continue in the middle of a day's file: that day is read again.
    counted = structuredClone(keepable);
  }
  await keep();
  tell();
}

async function forget(): Promise<void> {
  counted = newCount();
  keepable = structuredClone(counted);
  phase = "fresh";
  problem = null;
  published = 0;
  day = null;
  perSecond = null;
  await storedValue.forget();
  tell();
}

async function open(): Promise<void> {
  const last = (await storedValue.read()) as CountedExport | undefined;
  const isUsable = last?.statistics.version === STATISTICS_VERSION;
  if (isUsable) counted = last;
  keepable = structuredClone(counted);
  phase = isUsable ? (counted.doneAt === null ? "paused" : "done") : "fresh";
  tell();
}

const opened = open();

self.addEventListener("message", ({ data }: MessageEvent<StatisticsOrder>) => void obey(data));

async function obey({ type }: StatisticsOrder): Promise<void> {
  await opened;
  if (type === "run" && !isBusy(phase)) await run();
  if (type === "forget" && !isBusy(phase)) await forget();
  if (type === "pause" && phase === "running") {
    phase = "pausing";
    tell();
  }
}
