import { setImmediate } from "node:timers/promises";
import { and, desc, gte, ne, sql } from "drizzle-orm";
import { DAY_MS } from "../../../domain/day-length.ts";
import { utcDay } from "../../../domain/utc-day.ts";
import { type Db, rowsOf, type Tx } from "../../foundation/db/database.ts";
import { type HeldLease, holdLease } from "../../foundation/db/lease.ts";
import { exportDays, exportParts, exportRecords } from "../../foundation/db/schema/export.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Clock } from "../../foundation/ports.ts";
import { jsonParts } from "../../foundation/http/json-parts.ts";
import type { RecordSource, Waiting } from "./record-source.ts";

export interface RecordPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly lease: HeldLease;
}

/** A line whose place is not known yet: all of its JSON except the opening brace. */
interface OpenLine {
  readonly key: string;
  readonly parts: readonly string[];
}

/** Another writer recorded it meanwhile. */
class RecordedElsewhere extends Error {
  override readonly name = "RecordedElsewhere";
}

/**
 * Records what a source has next, exactly once, despite concurrent callers and whenever the process is killed: the
 * lines, and the fact that they are recorded, are written in one transaction of the leader (rules EXPORT-1 and
 * EXPORT-7). A long line is written beforehand in parts that do not count until then.
 *
 * @returns whether there was anything to record.
 */
export async function recordNext(ports: RecordPorts, source: RecordSource): Promise<boolean> {
  const waiting = await source.readNext(ports.db);
  if (waiting === null) return false;
  const lines: OpenLine[] = [];
  for (const { key, line } of waiting.lines) {
    const [first = "", ...more] = await jsonParts(line);
    lines.push({ key, parts: [first.slice(1), ...more] });
  }
  const [first] = lines;
  const at = new Date(ports.clock.now());
  const isLong = first !== undefined && first.parts.length > 1;
  try {
    if (isLong) await writeLong(ports, waiting, first, at);
    else await inRecording(ports, (tx, next) => writeShort(tx, waiting, lines, { ...next, at }));
    return true;
  } catch (error) {
    if (error instanceof RecordedElsewhere) return false;
    throw error;
  }
}

interface NextRecord {
  /** Number of the next record. */
  readonly seq: number;
  /** Day of the file it belongs to: today's, unless that is sealed or a later one was begun. */
  readonly day: string;
  /** Identifies this transaction, and what is written in it and those that follow it. */
  readonly attempt: bigint;
}

/** Runs a transaction of the leader in which nobody else records or seals. */
export const inRecording = <T>(
  { db, clock, lease }: RecordPorts,
  work: (tx: Tx, next: NextRecord) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (tx) => {
    await holdLease(tx, lease.name, lease.token);
    const [own] = await rowsOf<{ id: bigint }>(
      tx,
      sql`select pg_current_xact_id()::text::int8 as id
            from (select pg_advisory_xact_lock(hashtextextended('furlong export', 0))) as held`,
    );
    const [last] = await tx
      .select({ seq: exportRecords.seq, day: exportRecords.day })
      .from(exportRecords)
      .orderBy(desc(exportRecords.seq))
      .limit(1);
    const [sealed] = await tx
      .select({ day: exportDays.day })
      .from(exportDays)
      .orderBy(desc(exportDays.day))
      .limit(1);
    const days = [utcDay(clock.now()), last?.day ?? "", sealed ? dayAfter(sealed.day) : ""];
    const seq = (last?.seq ?? 0) + 1;
    return work(tx, { seq, day: days.toSorted().at(-1) ?? "", attempt: own?.id ?? 0n });
  });

const dayAfter = (day: string) => utcDay(Date.parse(day) + DAY_MS);

interface Written extends NextRecord {
  readonly at: Date;
}

/** The beginning of a line. */
const placedPart = (seq: number, at: Date, text: string) =>
  `{"seq":${seq},"at":"${at.toISOString()}",${text}`;

/** Deletes parts of the next record that other attempts wrote: those were killed, or are late. */
async function forgetOtherAttempts(tx: Tx, seq: number, attempt: bigint): Promise<void> {
  await tx.delete(exportParts).where(and(gte(exportParts.seq, seq), ne(exportParts.attempt, attempt)));
}

async function writeShort(
  tx: Tx,
  waiting: Waiting,
  lines: readonly OpenLine[],
  { seq, day, attempt, at }: Written,
) {
  if (!(await waiting.take(tx))) throw new RecordedElsewhere();
  if (lines.length === 0) return;
  await forgetOtherAttempts(tx, seq, attempt);
  const texts = lines.map(({ parts }, index) => placedPart(seq + index, at, parts.join("")));
  await tx
    .insert(exportParts)
    .values(texts.map((text, index) => ({ seq: seq + index, part: 0, attempt, text })));
  await tx.insert(exportRecords).values(
    lines.map(({ key }, index) => ({
      seq: seq + index,
      day,
      key,
      bytes: Buffer.byteLength(texts[index] ?? ""),
      createdAt: at,
    })),
  );
}

/** Writes the parts first, each in its own transaction, so that others get the database in between. */
async function writeLong(ports: RecordPorts, waiting: Waiting, { key, parts }: OpenLine, at: Date) {
  let bytes = 0;
  const { seq, attempt } = await inRecording(ports, async (_tx, next) => next);
  const ifStillNext = (work: (tx: Tx, next: NextRecord) => Promise<void>) =>
    inRecording(ports, async (tx, next) => {
      if (next.seq !== seq) throw new RecordedElsewhere();
      await work(tx, next);
    });
  for (const [part, openText] of parts.entries()) {
    const text = part === 0 ? placedPart(seq, at, openText) : openText;
    bytes += Buffer.byteLength(text);
    await ifStillNext(async (tx) => void (await tx.insert(exportParts).values({ seq, part, attempt, text })));
    await setImmediate();
  }
  await ifStillNext(async (tx, { day }) => {
    if (!(await waiting.take(tx))) throw new RecordedElsewhere();
    await forgetOtherAttempts(tx, seq, attempt);
    await tx.insert(exportRecords).values({ seq, day, key, bytes, createdAt: at });
  });
}
