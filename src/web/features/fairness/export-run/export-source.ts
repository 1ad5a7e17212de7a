import type { PublishedDay } from "../../../../domain/history/day-file.ts";
import {
  fields,
  list,
  nullable,
  readJson,
  type Shape,
  text,
  whole,
} from "../../../../domain/history/shape.ts";

interface PublishedList {
  /** Oldest first. */
  readonly days: readonly PublishedDay[];
  /** Number of the first record that is not in a file yet. */
  readonly next: number;
}

interface RecordPage {
  readonly records: readonly string[];
  readonly nextCursor: number | null;
}

/** Where the public export is read. Each call throws {@link ExportUnread} when reading fails. */
export interface ExportSource {
  readonly list: () => Promise<PublishedList>;
  /** The bytes of a day's file, uncompressed. */
  readonly file: (day: PublishedDay) => AsyncIterable<Uint8Array>;
  readonly page: (from: number) => Promise<RecordPage>;
}

/** Where the public log is read; its calls throw {@link ExportUnread} too. */
export interface LogFiles {
  /** The id of the public log that is open; null before there is one. */
  readonly newestLog: () => Promise<string | null>;
  /** A file of a public log, by its path below the log's address; null if there is none. */
  readonly logFile: (logId: string, path: string) => Promise<Uint8Array | null>;
}

/** The export could not be read; `message` is the browser's or the server's own message. */
export class ExportUnread extends Error {
  override readonly name = "ExportUnread";
}

const publishedList: Shape<PublishedList> = fields({
  days: list(fields({ day: text(), sha256: text(/^[0-9a-f]{64}$/), records: whole(1) })),
  next: whole(1),
});
const publicLog = fields({ log: nullable(fields({ origin: text(/\/log\/[0-9a-f]{16}$/) })) });
const recordPage = fields({ records: list(text()), nextCursor: nullable(text(/^[1-9]\d{0,14}$/)) });

const RECORDS_A_PAGE = 500;
/** For a busy server or a broken connection: the waits before each retry. */
const WAITS_MS = [1_000, 4_000] as const;

/** The export of this site, and its log. */
export const siteExport = (wait: (ms: number) => Promise<void>): ExportSource & LogFiles => {
  const get = async (path: string, absent?: number): Promise<Response> => {
    for (const ms of [...WAITS_MS, null]) {
      try {
        const reply = await fetch(path);
        if (reply.ok || reply.status === absent) return reply;
        if (ms === null || (reply.status !== 429 && reply.status < 500)) {
          throw new ExportUnread(`${path}: ${reply.status}`);
        }
      } catch (error) {
        if (error instanceof ExportUnread || ms === null) throw unread(error);
      }
      await wait(ms);
    }
    throw new ExportUnread(path);
  };
  const read = async <Value>(path: string, shape: Shape<Value>): Promise<Value> => {
    const found = readJson(await (await get(path)).text(), shape);
    if (!found.ok) throw new ExportUnread(`${path}: ${found.path}?`);
    return found.value;
  };
  return {
    list: () => read("/api/export", publishedList),
    async *file({ sha256 }) {
      const { body } = await get(`/api/export/${sha256}.ndjson`);
      const reader = body?.getReader();
      if (reader === undefined) throw new ExportUnread(sha256);
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          yield value;
        }
      } catch (error) {
        throw unread(error);
      } finally {
        reader.cancel().catch((error: unknown) => console.debug("A file was left unread.", error));
      }
    },
    async page(from) {
      const path = `/api/export/records?cursor=${from}&limit=${RECORDS_A_PAGE}`;
      const { records, nextCursor } = await read(path, recordPage);
      return { records, nextCursor: nextCursor === null ? null : Number(nextCursor) };
    },
    async newestLog() {
      const { log } = await read("/api/fairness/chain", publicLog);
      return log === null ? null : log.origin.slice(-16);
    },
    async logFile(logId, path) {
      const reply = await get(`/log/${logId}/${path}`, 404);
      return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : null;
    },
  };
};

const unread = (error: unknown): ExportUnread =>
  error instanceof ExportUnread
    ? error
    : new ExportUnread(error instanceof Error ? error.message : String(error));
