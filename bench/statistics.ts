/**
 * How fast the statistics are counted from the public export, and that its length costs no memory, compared with a
 * baseline that only parses each line:
 *
 *     node --import tsx bench/statistics.ts [races]
 *
 * A true history is written as lines; then two separate processes read it from disk. The aim is 50,000 races within
 * half a minute.
 */
import { execFileSync } from "node:child_process";
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { reportOf } from "../src/domain/statistics/report.ts";
import { countRecord, newStatistics } from "../src/domain/statistics/statistics.ts";
import { trueHistory } from "../tests/history/true-history.ts";

const RACES = 50_000;
/** Interval at which races follow one another. */
const RACE_EVERY_MS = 70_000;
const BETS = 6;

interface Measured {
  readonly ms: number;
  readonly races: number;
  readonly lines: number;
  readonly stateBytes: number;
  /** Live memory after a tenth of the races and after all of them, in megabytes. */
  readonly heapEarly: number;
  readonly heapEnd: number;
}

async function measure(file: string, mode: "baseline" | "count"): Promise<Measured> {
  const statistics = newStatistics();
  let [lines, heapEarly, early] = [0, 0, 0];
  const begun = performance.now();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    lines += 1;
    if (mode === "baseline") JSON.parse(line);
    else countRecord(statistics, line);
    if (statistics.races === RACES / 10 && early === 0) {
      early = statistics.races;
      heapEarly = liveMegabytes();
    }
  }
  const ms = performance.now() - begun;
  reportOf(statistics);
  const state = JSON.stringify(statistics, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return {
    ms,
    races: statistics.races,
    lines,
    stateBytes: state.length,
    heapEarly,
    heapEnd: liveMegabytes(),
  };
}

function liveMegabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

function measureApart(file: string, mode: "baseline" | "count"): Measured {
  const args = ["--expose-gc", "--import", "tsx", import.meta.filename, file, mode];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as Measured;
}

function* linesOf(races: number): Generator<string> {
  for (const line of trueHistory({ races, everyMs: RACE_EVERY_MS, bets: BETS })) yield `${line}\n`;
}

const [first = String(RACES), mode] = process.argv.slice(2);
if (mode === "baseline" || mode === "count") {
  process.stdout.write(JSON.stringify(await measure(first, mode)));
} else {
  const folder = mkdtempSync(join(tmpdir(), "furlong-statistics-"));
  try {
    const file = join(folder, "lines.ndjson");
    await pipeline(Readable.from(linesOf(Number(first))), createWriteStream(file));
    const baseline = measureApart(file, "baseline");
    const count = measureApart(file, "count");
    const seconds = (ms: number) => (ms / 1_000).toFixed(1);
    console.log(`${count.races} races, ${count.lines} lines`);
    console.log(`baseline (parse each line): ${seconds(baseline.ms)} s`);
    console.log(
      `count: ${seconds(count.ms)} s, ${Math.round((1_000 * count.races) / count.ms)} races a second, ${(count.ms / baseline.ms).toFixed(1)} times the baseline`,
    );
    console.log(
      `live heap ${count.heapEarly.toFixed(0)} MB after a tenth, ${count.heapEnd.toFixed(0)} MB at the end; state ${count.stateBytes} bytes`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
