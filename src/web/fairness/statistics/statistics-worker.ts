import { reportOf } from "../../../domain/statistics/report.ts";
import { STATISTICS_VERSION } from "../../../domain/statistics/statistics.ts";
import { siteExport } from "../history/export-source.ts";
import { keptValue } from "../history/kept-value.ts";
import type { HistoryPhase } from "../history/messages.ts";
import { measureSpeed, type Speed } from "../history/speed.ts";
import { type CountedExport, countExport, type CountStanding, newCount } from "./count-export.ts";
import type { StatisticsOrder, StatisticsProgress } from "./messages.ts";

/*
 * Counts the public export beside the page, which only shows what has come of it: as the page orders, and told to it a few times a
 * second (rule STATS-5).
 */

/** As long as orders may wait. */
const SLICE_MS = 40;
const TELL_EVERY_MS = 250;
const KEEP_EVERY_MS = 1_000;

/** The visitor wants it to stop for now. */
class Paused extends Error {
  override readonly name = "Paused";
}

const kept = keptValue("furlong-statistics");

let counted: CountedExport = newCount();
/** A copy that can be continued; the count itself changes with each line. */
let keepable = structuredClone(counted);
let phase: HistoryPhase = "loading";
let problem: string | null = null;
let published = 0;
let day: string | null = null;
let speed: Speed | null = null;
/** Of the run as a whole, once it has come to its end. */
let perSecond: number | null = null;
let [slicedAt, toldAt, keptAt] = [0, 0, 0];

const now = () => performance.now();
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function tell(): void {
  toldAt = now();
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

/** Lets orders in, tells how far it is, and keeps what can be continued; null while there is time. */
function turn(standing: CountStanding): Promise<void> | undefined {
  ({ published, day } = standing);
  const at = now();
  const isFileEnd = standing.isKeepable && day !== null;
  return isFileEnd || at - slicedAt >= SLICE_MS ? letIn(at, standing.isKeepable) : undefined;
}

async function letIn(at: number, isKeepable: boolean): Promise<void> {
  if (at - toldAt >= TELL_EVERY_MS) tell();
  if (isKeepable) keepable = structuredClone(counted);
  if (isKeepable && at - keptAt >= KEEP_EVERY_MS) await keep();
  await wait(0);
  slicedAt = now();
  if (phase === "pausing") throw new Paused();
}

async function keep(): Promise<void> {
  keptAt = now();
  await kept.keep(keepable);
}

async function run(): Promise<void> {
  phase = "running";
  problem = null;
  slicedAt = now();
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
    // In the middle of a day's file there is no going on: that day is read again.
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
  await kept.forget();
  tell();
}

async function open(): Promise<void> {
  const last = (await kept.read()) as CountedExport | undefined;
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
  const isBusy = phase === "running" || phase === "pausing";
  if (type === "run" && !isBusy) await run();
  if (type === "forget" && !isBusy) await forget();
  if (type === "pause" && phase === "running") {
    phase = "pausing";
    tell();
  }
}
