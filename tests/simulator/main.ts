/**
 * Runs the real game over simulated ports, one history per seed, with every fault there is.
 *
 *     npm run simulate -- --races 2000 --seed 1 --workers 2
 *     npm run simulate -- --replay simulator-replay.json
 *     npm run simulate -- --races 100000 --seed 1 --resume run.json
 *     npm run simulate -- --races 500 --seed 1 --export histories
 *
 * A broken rule ends the run with the seed, the end of the trace and a replay that was shrunk as far as possible. So
 * does a pair of fault and step that never occurred in a long run. With --export the product's own export is run over
 * each seed, from two hours before midnight, into a separate folder, and any fault that the page's check or
 * `verifier/verify.py` finds in it counts as a broken rule.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { disruptions } from "./chaos.ts";
import { openWorkerPool, seedAt } from "./worker-pool.ts";
import { declaredPairs } from "./faults.ts";
import type { RunReport } from "./run-seed.ts";
import { shrink } from "./shrink.ts";
import type { Task } from "./worker.ts";

const { values: options } = parseArgs({
  options: {
    races: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: "2" },
    "races-a-seed": { type: "string", default: "100" },
    replay: { type: "string" },
    resume: { type: "string" },
    /** How many shorter replays are tried if a rule is broken. */
    attempts: { type: "string", default: "60" },
    /** Stops cleanly after this many minutes; with --resume the next run continues. */
    minutes: { type: "string" },
    /** A folder for the public histories, each of which is checked by both verifiers. */
    export: { type: "string" },
    /** Not all pairs of fault and step need to occur. */
    partial: { type: "boolean", default: false },
  },
});

/** The progress of a run so far; stored in the file of --resume. */
interface Progress {
  readonly seed: string;
  next: number;
  races: number;
  seeds: number;
  steps: number;
  faults: number;
  disruptions: number;
  /** Real seconds, summed over all runs. */
  seconds: number;
  counts: Record<string, number>;
  met: Record<string, number>;
  traceHash: string;
}

/**
 * Lamports: two awards of the largest bonus to each wallet of a ring. Only on average is the farmers' take bounded by
 * their fees (rule MONEY-15), so that a lucky run does not break a rule.
 */
const FARMERS_LUCK = 2 * 6 * 300_000_000;

const fresh = (seed: string): Progress => ({
  seed,
  next: 0,
  races: 0,
  seeds: 0,
  steps: 0,
  faults: 0,
  disruptions: 0,
  seconds: 0,
  counts: {},
  met: {},
  traceHash: "",
});

const start = BigInt(options.seed);
const wanted = Number(options.races);
const racesASeed = Math.min(wanted, Number(options["races-a-seed"]));
const pool = openWorkerPool(Number(options.workers));

const taskOf = (seed: string): Task => ({
  seed,
  races: racesASeed,
  ...(options.export === undefined ? {} : { exportTo: resolve(options.export, seed) }),
});

const add = (to: Record<string, number>, more: Readonly<Record<string, number>>) => {
  for (const [name, times] of Object.entries(more)) to[name] = (to[name] ?? 0) + times;
};

function take(progress: Progress, report: RunReport) {
  progress.races += report.races;
  progress.seeds += 1;
  progress.steps += report.steps;
  progress.faults += report.faults;
  progress.disruptions += report.disruptions;
  add(progress.counts, report.counts);
  add(progress.met, report.met);
  progress.traceHash = createHash("sha256")
    .update(progress.traceHash + report.traceHash)
    .digest("hex")
    .slice(0, 32);
}

function keep(progress: Progress) {
  if (options.resume === undefined) return;
  writeFileSync(`${options.resume}.new`, `${JSON.stringify(progress, null, 1)}\n`);
  renameSync(`${options.resume}.new`, options.resume);
}

async function simulate(): Promise<boolean> {
  const kept = options.resume !== undefined && existsSync(options.resume);
  const progress = kept
    ? (JSON.parse(readFileSync(String(options.resume), "utf8")) as Progress)
    : fresh(String(start));
  if (BigInt(progress.seed) !== start) throw new Error(`the kept run began with --seed ${progress.seed}`);
  const startedMs = performance.now();
  const before = progress.seconds;
  const untilMs =
    options.minutes === undefined ? Number.POSITIVE_INFINITY : startedMs + Number(options.minutes) * 60_000;
  const running = new Map<number, Promise<RunReport>>();
  let first = progress.next;
  const mayStart = () => performance.now() < untilMs && progress.races + running.size * racesASeed < wanted;
  // In the order of the seeds, so that the overall hash does not depend on which worker is faster.
  for (;;) {
    while (running.size < pool.size && mayStart()) {
      running.set(first, pool.run(taskOf(seedAt(start, first))));
      first += 1;
    }
    const report = await running.get(progress.next);
    if (report === undefined) break;
    running.delete(progress.next);
    if (report.violation !== null) return fail(report, taskOf(report.seed));
    progress.next += 1;
    take(progress, report);
    progress.seconds = Math.round(before + (performance.now() - startedMs) / 1000);
    keep(progress);
    const rate = (progress.races / Math.max(1, progress.seconds)).toFixed(1);
    console.log(
      `seed ${report.seed}: ${report.races} races, ${report.faults} faults, trace ${report.traceHash}; in all ${progress.races} races, ${rate}/s`,
    );
  }
  return conclude(progress);
}

function conclude(progress: Progress): boolean {
  const { races, seeds, steps, faults, seconds, counts, met, traceHash } = progress;
  console.log(
    `${races} races over ${seeds} seeds in ${seconds} s; ${steps} steps, ${faults} faults, ${progress.disruptions} disruptions; 0 lamports unexplained`,
  );
  console.log(
    Object.entries(counts)
      .map(([name, times]) => `${name} ${times}`)
      .join(", "),
  );
  console.log(`trace ${traceHash}`);
  const { farmersPaid = 0, farmersTook = 0 } = counts;
  if (farmersTook > farmersPaid + FARMERS_LUCK) {
    console.error(`bonus farmers paid ${farmersPaid} lamports in fees and took ${farmersTook}`);
    return false;
  }
  const pairs = [
    ...declaredPairs().map((pair) => pair.join(" × ")),
    ...disruptions.map((one) => `${one} × world`),
  ];
  const missed = pairs.filter((pair) => met[pair] === undefined);
  console.log(`${pairs.length - missed.length} of ${pairs.length} pairs of fault and step were met`);
  if (missed.length === 0 || options.partial) return true;
  console.error(`never met:\n  ${missed.join("\n  ")}`);
  return false;
}

async function fail(report: RunReport, task: Task): Promise<false> {
  console.error(report.tail.slice(-60).join("\n"));
  console.error(
    `\n${report.violation}\nseed ${report.seed}, race ${report.races + 1}, step ${report.steps}, trace ${report.traceHash}`,
  );
  console.error("looking for a shorter replay …");
  const shortest = await shrink(pool, task, report, Number(options.attempts));
  const file = `simulator-replay-${report.seed}.json`;
  writeFileSync(file, `${JSON.stringify(shortest.task)}\n`);
  const { races, steps, violation } = shortest.report;
  console.error(
    `${violation}\nshortest found: ${races + 1} races, ${steps} steps\nnpm run simulate -- --replay ${file}`,
  );
  return false;
}

async function replay(file: string): Promise<boolean> {
  const report = await pool.run(JSON.parse(readFileSync(file, "utf8")) as Task);
  console.log(report.tail.join("\n"));
  console.log(`${report.violation ?? "no rule was broken"}\nseed ${report.seed}, trace ${report.traceHash}`);
  return report.violation === null;
}

const isSound = options.replay === undefined ? await simulate() : await replay(options.replay);
pool.close();
process.exit(isSound ? 0 : 1);
