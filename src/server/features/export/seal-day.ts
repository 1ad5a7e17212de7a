import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { and, desc, eq, gte, max, sql } from "drizzle-orm";
import type { ExportHeader } from "../../../contract/export/export-records.ts";
import type { Network } from "../../../domain/networks.ts";
import { exportMemo } from "../../../domain/memo.ts";
import { utcDay } from "../../../domain/utc-day.ts";
import { queueAnchor } from "../../foundation/books/payments.ts";
import { type Db, rowsOf } from "../../foundation/db/database.ts";
import { exportDayParts, exportDays, exportRecords } from "../../foundation/db/schema/export.ts";
import { readLines } from "./read-lines.ts";
import { inRecording, type RecordPorts } from "./record-next.ts";

/** How long after its end a day may still get records, because clocks differ. */
const AFTER_MIDNIGHT_MS = 5 * 60_000;
/** Bytes per piece of the stored file: some milliseconds of the embedded database. */
const PART_BYTES = 64 * 1024;
/** Pieces that are deleted with one statement. */
const PARTS_AT_ONCE = 16;

interface SealPorts extends RecordPorts {
  /** The network that the header names. */
  readonly network: Network;
}

/**
 * Creates the file of the oldest day that is over and not sealed, and sends its hash to the chain, once (rule
 * EXPORT-5): the header, which names the previous file, and the day's lines. It is written piece by piece, and counts
 * once the day's row and its memo exist. What a killed process left of it is written again.
 */
export async function sealDay(ports: SealPorts): Promise<void> {
  const open = await findOpenDay(ports);
  if (open === null) return;
  const { day, first, last, previous } = open;
  const records = last - first + 1;
  const header: ExportHeader = {
    furlong: "export",
    version: 1,
    network: ports.network,
    day,
    previous,
    first,
    records,
  };
  const attempt = await forgetUnfinished(ports, day);
  const file = await writeFile(ports, { ...open, attempt }, JSON.stringify(header));
  await inRecording(ports, async (tx) => {
    const [newest] = await tx
      .select({ seq: max(exportRecords.seq) })
      .from(exportRecords)
      .where(eq(exportRecords.day, day));
    const stored = await tx
      .select({ attempt: exportDayParts.attempt })
      .from(exportDayParts)
      .where(eq(exportDayParts.day, day));
    const isOwn = stored.length === file.parts && stored.every((part) => part.attempt === attempt);
    // A late clock added another record, or another process is making the file too: the next run tries again.
    if (newest?.seq !== last || !isOwn) return;
    const createdAt = new Date(ports.clock.now());
    const paymentId = `export-${day}`;
    const memo = exportMemo({ day, records, sha256: file.sha256 });
    await queueAnchor(tx, { id: paymentId, memo, createdAt });
    const { sha256, bytes, gzipBytes } = file;
    await tx
      .insert(exportDays)
      .values({ day, sha256, first, records, bytes, gzipBytes, paymentId, createdAt });
  });
}

interface OpenDay {
  readonly day: string;
  /** Numbers of its first and last record. */
  readonly first: number;
  readonly last: number;
  /** SHA-256 of the previous file; null for the first. */
  readonly previous: string | null;
}

async function findOpenDay({ db, clock }: SealPorts): Promise<OpenDay | null> {
  const [sealed] = await db.select().from(exportDays).orderBy(desc(exportDays.day)).limit(1);
  const first = sealed === undefined ? 1 : sealed.first + sealed.records;
  const [record] = await db
    .select({ day: exportRecords.day })
    .from(exportRecords)
    .where(eq(exportRecords.seq, first));
  if (record === undefined || record.day >= utcDay(clock.now() - AFTER_MIDNIGHT_MS)) return null;
  const { day } = record;
  const [newest] = await db
    .select({ seq: max(exportRecords.seq) })
    .from(exportRecords)
    .where(and(eq(exportRecords.day, day), gte(exportRecords.seq, first)));
  return { day, first, last: newest?.seq ?? first, previous: sealed?.sha256 ?? null };
}

async function writeFile(
  ports: SealPorts,
  { day, first, last, attempt }: OpenDay & { readonly attempt: bigint },
  header: string,
) {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* text(db: Db) {
    yield header;
    yield* readLines(db, first, last);
    yield "\n";
  }
  async function* counted() {
    for await (const piece of text(ports.db)) {
      const content = Buffer.from(piece);
      hash.update(content);
      bytes += content.length;
      yield content;
    }
  }
  let gzipBytes = 0;
  let part = 0;
  const store = async (content: Buffer) => {
    const number = part;
    await inRecording(ports, async (tx) => {
      await tx.insert(exportDayParts).values({ day, part: number, attempt, content });
    });
    gzipBytes += content.length;
    part += 1;
  };
  // Node compresses in its thread pool.
  await pipeline(counted, createGzip(), async (compressed: AsyncIterable<Buffer>) => {
    let waiting: Buffer[] = [];
    let size = 0;
    for await (const piece of compressed) {
      waiting.push(piece);
      size += piece.length;
      if (size < PART_BYTES) continue;
      await store(Buffer.concat(waiting));
      waiting = [];
      size = 0;
    }
    await store(Buffer.concat(waiting));
  });
  return { sha256: hash.digest("hex"), bytes, gzipBytes, parts: part };
}

/**
 * Deletes what a killed process had stored of the file; returns the attempt that distinguishes the new parts from
 * others.
 */
async function forgetUnfinished(ports: SealPorts, day: string): Promise<bigint> {
  for (;;) {
    const { deleted, attempt } = await inRecording(ports, async (tx, next) => ({
      deleted: await rowsOf(
        tx,
        sql`delete from export_day_parts where day = ${day} and (attempt, part) in
              (select attempt, part from export_day_parts where day = ${day} limit ${PARTS_AT_ONCE})
            returning part`,
      ),
      attempt: next.attempt,
    }));
    if (deleted.length === 0) return attempt;
    await setImmediate();
  }
}
