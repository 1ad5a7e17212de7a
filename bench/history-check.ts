/**
 * How fast the whole history is checked, and that its length costs no memory, compared with a baseline that reads the
 * same lines and only parses and hashes each once:
 *
 *     npm run bench -- history-check [races]
 *
 * The domain's own functions make a true history, which is written as the export's day files; then two separate
 * processes read it from disk, line by line. The aim is 50,000 races within a minute.
 */
import { execFileSync } from "node:child_process";
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { beginDay, checkDayLine, endDay, type PublishedDay } from "../src/domain/history/day-file.ts";
import { newHistory } from "../src/domain/history/history.ts";
import { sha256Hex } from "../src/domain/fairness.ts";
import { fileDays, textOf } from "../tests/history/day-files.ts";
import { trueHistory } from "../tests/history/true-history.ts";

const RACES = 50_000;
/** Interval at which races follow one another. */
const RACE_EVERY_MS = 70_000;
const BETS = 6;
const LIST = "days.json";

interface Measured {
  readonly ms: number;
  readonly races: number;
  readonly lines: number;
  readonly megabytes: number;
  readonly faults: number;
  readonly stateBytes: number;
  /** Live memory after a tenth of the files and after all of them, in megabytes. */
  readonly heapEarly: number;
  readonly heapEnd: number;
  readonly rss: number;
}

function write(folder: string, races: number): void {
  const list: PublishedDay[] = [];
  for (const file of fileDays(trueHistory({ races, everyMs: RACE_EVERY_MS, bets: BETS }))) {
    const { day, sha256: hash, records } = file;
    writeFileSync(join(folder, `${day}.ndjson`), textOf(file));
    list.push({ day, sha256: hash, records });
  }
  writeFileSync(join(folder, LIST), JSON.stringify(list));
}

async function* linesOf(path: string, onBytes: (bytes: Uint8Array) => void): AsyncGenerator<string[]> {
  let rest = "";
  for await (const piece of createReadStream(path)) {
    const bytes = piece as Buffer;
    onBytes(bytes);
    const lines = (rest + bytes.toString("utf8")).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
}

async function measure(folder: string, mode: "baseline" | "check"): Promise<Measured> {
  const days = JSON.parse(readFileSync(join(folder, LIST), "utf8")) as readonly PublishedDay[];
  const state = newHistory();
  let [lines, bytes, faults, heapEarly] = [0, 0, 0, 0];
  const begun = performance.now();
  for (const [at, day] of days.entries()) {
    const hash = sha256.create();
    let isBegun = false;
    const count = (piece: Uint8Array) => {
      bytes += piece.length;
      if (mode === "check") hash.update(piece);
    };
    for await (const some of linesOf(join(folder, `${day.day}.ndjson`), count)) {
      for (const line of some) {
        lines += 1;
        if (mode === "baseline") {
          JSON.parse(line);
          sha256Hex(line);
          continue;
        }
        faults += (isBegun ? checkDayLine(state, line) : beginDay(state, line, day)).faults.length;
        isBegun = true;
      }
    }
    if (mode === "check") faults += endDay(state, day, bytesToHex(hash.digest())).faults.length;
    if (at === Math.ceil(days.length / 10)) heapEarly = liveMegabytes();
  }
  const ms = performance.now() - begun;
  return {
    ms,
    races: state.races,
    lines,
    megabytes: bytes / 1e6,
    faults,
    stateBytes: JSON.stringify(state).length,
    heapEarly,
    heapEnd: liveMegabytes(),
    rss: process.memoryUsage.rss() / 1e6,
  };
}

function liveMegabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

function measureApart(folder: string, mode: "baseline" | "check"): Measured {
  const args = ["--expose-gc", "--import", "tsx", import.meta.filename, folder, mode];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as Measured;
}

const [first = String(RACES), mode] = process.argv.slice(2);
if (mode === "baseline" || mode === "check") {
  process.stdout.write(JSON.stringify(await measure(first, mode)));
} else {
  const races = Number(first);
  const folder = mkdtempSync(join(tmpdir(), "furlong-history-"));
  try {
    write(folder, races);
    const baseline = measureApart(folder, "baseline");
    const check = measureApart(folder, "check");
    const seconds = (ms: number) => (ms / 1_000).toFixed(1);
    console.log(
      `${check.races} races, ${check.lines} lines, ${check.megabytes.toFixed(0)} MB, ${check.faults} faults`,
    );
    console.log(`baseline (parse and hash each line): ${seconds(baseline.ms)} s`);
    console.log(
      `check: ${seconds(check.ms)} s, ${Math.round((1_000 * check.races) / check.ms)} races a second, ${(check.ms / baseline.ms).toFixed(1)} times the baseline`,
    );
    console.log(
      `live heap ${check.heapEarly.toFixed(0)} MB after a tenth, ${check.heapEnd.toFixed(0)} MB at the end; ${check.rss.toFixed(0)} MB in all; state ${check.stateBytes} bytes`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
