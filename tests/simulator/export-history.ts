import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { max } from "drizzle-orm";
import type { Api } from "../../src/contract/api.ts";
import type { Reply } from "../../src/contract/wire/endpoint.ts";
import type { Db } from "../../src/server/foundation/db/database.ts";
import { acquireLease } from "../../src/server/foundation/db/lease.ts";
import { exportRecords } from "../../src/server/foundation/db/schema/export.ts";
import { dayFileReader } from "../../src/server/features/export/read-day-file.ts";
import { listExportRecords, readExport } from "../../src/server/features/export/read-export.ts";
import { recordFinal } from "../../src/server/features/export/record-final.ts";
import { sealDay } from "../../src/server/features/export/seal-day.ts";
import { readRaceRecord } from "../../src/server/features/races/read/race-record.ts";
import { plainDatabase } from "./database.ts";
import type { Environment } from "./environment.ts";
import { type Mirror, isSet } from "./oracle/mirror.ts";
import { Violation, type World } from "./world.ts";

const YEAR_MS = 366 * 86_400_000;
const DAY_MS = 86_400_000;
/** How long after midnight a day is sealed. */
const AFTER_MIDNIGHT_MS = 6 * 60_000;
const PAGE = 1_000;
/** Without faults, a memo is final after a minute. */
const MAX_STEPS_PER_MEMO = 60_000;

/** The public history that a seed produced. */
interface ExportedHistory {
  readonly folder: string;
  readonly records: number;
  readonly races: number;
  readonly days: number;
}

/** The public export of a simulated game, made by the product's own code. */
export interface HistoryExport {
  /** Runs both of the leader's export jobs once, between two steps of the world and without faults. */
  round(): Promise<void>;
  /**
   * Once the game is at rest: records the remainder, seals the day, waits for its memo, and writes everything to a
   * folder as `npm run export` does. Fails the run if something that ended is not recorded (rules EXPORT-2 and
   * EXPORT-3).
   */
  finish(folder: string): Promise<ExportedHistory>;
}

type Ports = Pick<Environment, "store" | "world" | "oracle" | "committed">;

export async function openHistoryExport({ store, world, oracle, committed }: Ports): Promise<HistoryExport> {
  const db = plainDatabase(store);
  const name = "public export";
  const token = await acquireLease(db, { name, holder: "the simulator", ttlMs: YEAR_MS });
  if (token === null) throw new Error("somebody else exports");
  let aheadMs = 0;
  const clock = { now: () => world.nowMs() + aheadMs, sleep: () => Promise.reject(new Error("it sleeps")) };
  const ports = { db, clock, lease: { name, token }, network: "localnet", readRace: readRaceRecord } as const;

  async function round() {
    await recordFinal(ports);
    await sealDay(ports);
    // In case it has queued a memo.
    await committed();
  }

  async function recordAll() {
    for (let before = -1, now = 0; now !== before; before = now, now = await lastRecord(db)) await round();
  }

  return {
    round,
    async finish(folder) {
      await recordAll();
      aheadMs = DAY_MS - (world.nowMs() % DAY_MS) + AFTER_MIDNIGHT_MS;
      await round();
      await runUntil(world, () => haveMemosEnded(oracle.mirror));
      await recordAll();
      const written = await writeHistory(db, folder);
      const missing = missingIn(written.lines, oracle.mirror);
      if (missing !== null) world.fail(new Violation(missing));
      return {
        folder,
        records: written.lines.length,
        races: raceLines(written.lines).length,
        days: written.days,
      };
    },
  };
}

async function lastRecord(db: Db): Promise<number> {
  const [last] = await db.select({ seq: max(exportRecords.seq) }).from(exportRecords);
  return last?.seq ?? 0;
}

async function runUntil(world: World, isDone: () => boolean): Promise<void> {
  for (let step = 0; world.failure === null && !isDone(); step += 1) {
    if (step > MAX_STEPS_PER_MEMO)
      return world.fail(new Violation("EXPORT-5 the memo of a day does not come to its end"));
    await world.step();
  }
}

const hasEnded = (status: unknown) => status === "completed" || status === "failed" || status === "cancelled";

const haveMemosEnded = ({ payments }: Mirror): boolean =>
  [...payments.values()].every(({ kind, status }) => kind !== "anchor" || hasEnded(status));

/** Writes what the public calls answer, as the files of `npm run export`. */
async function writeHistory(db: Db, folder: string) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith(".ndjson")) rmSync(join(folder, name));
  const lines: string[] = [];
  const { days, next } = await readExport(db);
  const readFile = dayFileReader(db);
  for (const { day, sha256 } of days) {
    const file = await readFile(`${sha256}.ndjson`);
    if (file === null || !("gzip" in file)) throw new Error(`the file of ${day} is not there`);
    const pieces: Uint8Array[] = [];
    for await (const piece of file.gzip.read()) pieces.push(piece);
    const content = gunzipSync(Buffer.concat(pieces));
    writeFileSync(join(folder, `${day}.ndjson`), content);
    lines.push(...content.toString().split("\n").slice(1, -1));
  }
  writeFileSync(join(folder, "days.json"), `${JSON.stringify({ days }, null, 2)}\n`);
  const open = await readOpenLines(db, next);
  writeFileSync(join(folder, "open.ndjson"), open.map((line) => `${line}\n`).join(""));
  return { lines: [...lines, ...open], days: days.length };
}

async function readOpenLines(db: Db, next: number): Promise<readonly string[]> {
  const lines: string[] = [];
  let cursor: number | null = next;
  while (cursor !== null) {
    const page: Reply<Api["listExportRecords"]> = await listExportRecords(db, { cursor, limit: PAGE });
    lines.push(...page.records);
    cursor = page.nextCursor;
  }
  return lines;
}

const ofKind = (lines: readonly string[], kind: string) =>
  lines.filter((line) => line.includes(`,"kind":"${kind}",`));
const raceLines = (lines: readonly string[]) => ofKind(lines, "race");

/** What has ended according to the rows that the oracle saw, and has no record; null if nothing is missing. */
function missingIn(lines: readonly string[], { races, payments }: Mirror): string | null {
  const settled = [...races.values()].filter((race) => isSet(race, "settled_at")).length;
  const recorded = raceLines(lines).length;
  if (recorded !== settled) return `EXPORT-2 ${settled} races are settled and ${recorded} recorded`;
  const ended = [...payments.values()].filter(
    ({ kind, status }) => kind === "payout" && hasEnded(status),
  ).length;
  const told = ofKind(lines, "payout").length;
  return ended === told ? null : `EXPORT-3 ${ended} payouts have ended and ${told} are recorded`;
}
