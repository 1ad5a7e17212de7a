import { createWriteStream, existsSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { api, type Api } from "../contract/api.ts";
import { exportFilePath, MAX_EXPORT_PAGE } from "../contract/export/export.ts";
import { type CallInput, readReply, requestFor } from "../contract/wire/client.ts";
import type { Reply } from "../contract/wire/endpoint.ts";
import type { Clock } from "../server/foundation/ports.ts";
import { checkDayFile, type DayFile, ExportDiffers, type OpenLines } from "./check-export-file.ts";

interface Options {
  /** URL of the running server. */
  readonly url: string;
  readonly folder: string;
  readonly clock: Clock;
  readonly say: (line: string) => void;
}

/** Records that are in no file yet. */
const OPEN_FILE = "open.ndjson";
/** The server's list of days, which also commits the newest file to its hash. */
const DAYS_FILE = "days.json";
/** Downloading a day's file can take long. */
const PATIENCE_MS = 15 * 60_000;
const MAX_WAIT_S = 60;

type Day = Reply<Api["getExport"]>["days"][number];

/** Calls the server, and waits when it says that the calls were too frequent. */
type Get = (path: string) => Promise<Response>;

/**
 * Maintains a copy of the public history of a running server: `<day>.ndjson` for each sealed day, `days.json` with
 * their hashes and `open.ndjson` for what is in no day yet, as they are served (rule EXPORT-8). It checks each file's
 * hash, the numbers of its records and its place in the chain of files, and that nothing that was copied before has
 * changed. It continues where it stopped.
 *
 * @throws ExportDiffers for anything that does not agree; what was copied stays as it was.
 */
export async function copyExport({ url, folder, clock, say }: Options): Promise<void> {
  await mkdir(folder, { recursive: true });
  const get = getter(url, clock);
  const { days, next } = await call(get, "getExport", {});
  await refuseLostDays(folder, days);
  const open = await readOpen(folder);
  let fresh = 0;
  let before: DayFile | null = null;
  for (const day of days) {
    const path = join(folder, fileOf(day));
    const isHere = existsSync(path);
    const file: DayFile = isHere ? await checkDayFile(path, open) : await fetchDay(get, path, day, open);
    checkPlace(day, file, before);
    before = file;
    if (isHere) continue;
    fresh += 1;
    say(`${day.day}: ${day.records} records, ${day.bytes} bytes, SHA-256 ${day.sha256}, ${memoOf(day)}`);
  }
  await replaceFile(join(folder, DAYS_FILE), `${JSON.stringify({ days }, null, 2)}\n`);
  const { total, added } = await fetchOpen(get, folder, open, next);
  const records = days.reduce((sum, day) => sum + day.records, 0);
  say(`${days.length} days with ${records} records are copied, ${fresh} of them just now.`);
  say(`${total} records are not in a day yet, ${added} of them copied just now.`);
  say("All hashes and numbers agree. Whether the memos are on the chain has to be checked with a node.");
}

const fileOf = ({ day }: Pick<Day, "day">) => `${day}.ndjson`;
const memoOf = ({ anchor }: Day) => (anchor === null ? "its memo is not final yet" : `memo ${anchor}`);

function getter(url: string, clock: Clock): Get {
  const get: Get = async (path) => {
    const answer = await fetch(new URL(path, url), { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
      (error: unknown) => {
        throw new Error(`${url} does not answer.`, { cause: error });
      },
    );
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status !== 429) throw new ExportDiffers(`${path} returns ${answer.status}.`);
    const seconds = Number(answer.headers.get("retry-after") ?? "1");
    await clock.sleep(Math.min(seconds > 0 ? seconds : 1, MAX_WAIT_S) * 1_000);
    return get(path);
  };
  return get;
}

async function call<Name extends "getExport" | "listExportRecords">(
  get: Get,
  name: Name,
  input: CallInput<Api[Name]>,
): Promise<Reply<Api[Name]>> {
  const { path } = requestFor<Api[Name]>(api[name], input);
  const reply = readReply<Api[Name]>(api[name], 200, await (await get(path)).json());
  if (!reply.ok) throw new ExportDiffers(`${path} returns no usable answer.`);
  return reply.value;
}

/** A day that was once listed must not disappear. */
async function refuseLostDays(folder: string, days: readonly Day[]): Promise<void> {
  const publishedFiles = new Set(days.map(fileOf));
  const lost = (await readdir(folder)).find(
    (name) => /^\d{4}-\d\d-\d\d\.ndjson$/.test(name) && !publishedFiles.has(name),
  );
  if (lost !== undefined) throw new ExportDiffers(`${lost} is here, but the server no longer has that day.`);
}

/** Written to a temporary file next to its place, and moved there once its hash matches. */
async function fetchDay(get: Get, path: string, day: Day, open: OpenLines): Promise<DayFile> {
  const { body } = await get(exportFilePath(day.sha256));
  const unfinished = `${path}.part`;
  await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(unfinished));
  const file = await checkDayFile(unfinished, open);
  if (file.sha256 !== day.sha256) {
    await rm(unfinished);
    throw new ExportDiffers(`The file of ${day.day} has the hash ${file.sha256}, not ${day.sha256}.`);
  }
  await rename(unfinished, path);
  return file;
}

/** Checks that a file is the one that the server names, and follows the previous one. */
function checkPlace(day: Day, { sha256, header }: DayFile, before: DayFile | null): void {
  if (sha256 !== day.sha256)
    throw new ExportDiffers(`${fileOf(day)} has the hash ${sha256}; the server now says ${day.sha256}.`);
  const first = before === null ? 1 : before.header.first + before.header.records;
  const isNext = header.previous === (before?.sha256 ?? null) && header.first === first;
  if (header.day !== day.day || header.records !== day.records || !isNext)
    throw new ExportDiffers(`The header of ${fileOf(day)} does not follow the previous file.`);
}

/** The copied lines that are in no day's file; a line cut off by a kill is left out. */
async function readOpen(folder: string): Promise<ReadonlyMap<number, string>> {
  const path = join(folder, OPEN_FILE);
  if (!existsSync(path)) return new Map();
  const lines = (await readFile(path, "utf8")).split("\n").slice(0, -1);
  return new Map(lines.map((line) => [seqOf(line), line]));
}

const seqOf = (line: string): number => Number(/^\{"seq":(\d+),/.exec(line)?.[1] ?? 0);

/** Copies the records after the last one stored here, which the server has to show unchanged. */
async function fetchOpen(get: Get, folder: string, open: OpenLines, next: number) {
  const lines: string[] = [];
  for (let line = open.get(next); line !== undefined; line = open.get(next + lines.length)) lines.push(line);
  const path = join(folder, OPEN_FILE);
  await replaceFile(path, textOf(lines));
  let seq = next + lines.length;
  let from: number | null = Math.max(next, seq - 1);
  while (from !== null) {
    const page: Reply<Api["listExportRecords"]> = await call(get, "listExportRecords", {
      query: { cursor: from, limit: MAX_EXPORT_PAGE },
    });
    const known = lines.slice(from - next);
    if (known.some((line, index) => page.records[index] !== line))
      throw new ExportDiffers(`Record ${from} is not what the server showed before.`);
    const added = page.records.slice(known.length);
    const missing = added.findIndex((line, index) => seqOf(line) !== seq + index);
    if (missing >= 0) throw new ExportDiffers(`Record ${seq + missing} is missing.`);
    await appendFile(path, textOf(added));
    seq += added.length;
    from = page.nextCursor;
  }
  return { total: seq - next, added: seq - next - lines.length };
}

async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text);
  await rename(`${path}.part`, path);
}

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
