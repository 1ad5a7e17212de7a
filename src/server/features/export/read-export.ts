import { asc, desc, eq, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { type Db, type Queryable, rowsOf } from "../../foundation/db/database.ts";
import { exportDays } from "../../foundation/db/schema/export.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { readLines } from "./read-lines.ts";

/** The sealed files, oldest first, each with its memo once that is final (rule EXPORT-6). */
export async function readExport(q: Queryable): Promise<Reply<Api["getExport"]>> {
  const rows = await q
    .select({ file: exportDays, status: payments.status, signature: payments.signature })
    .from(exportDays)
    .innerJoin(payments, eq(payments.id, exportDays.paymentId))
    .orderBy(asc(exportDays.day));
  return {
    days: rows.map(({ file: { day, sha256, records, bytes }, status, signature }) => ({
      day,
      sha256,
      records,
      bytes,
      anchor: status === "completed" ? signature : null,
    })),
    next: nextAfter(rows.at(-1)?.file),
  };
}

const nextAfter = (file: { readonly first: number; readonly records: number } | undefined) =>
  file === undefined ? 1 : file.first + file.records;

/**
 * Maximum bytes of a page's lines beyond its first one. Texts longer than about 128 KiB go straight to the old
 * generation, so that readers of long pages would pause the game for full garbage collections.
 */
const PAGE_BYTES = 64 * 1024;

interface Listed extends Record<string, unknown> {
  readonly seq: bigint;
}

/**
 * A page of records starting at a given number; without one, starting at the first record that is in no file (rule
 * EXPORT-6).
 */
export async function listExportRecords(
  db: Db,
  { cursor, limit }: { readonly cursor?: number | undefined; readonly limit: number },
): Promise<Reply<Api["listExportRecords"]>> {
  const first = cursor ?? (await firstOpen(db));
  const listed = await rowsOf<Listed>(
    db,
    sql`select seq from (select seq, sum(bytes) over (order by seq) - bytes as before
                           from (select seq, bytes from export_records
                                  where seq >= ${first} order by seq limit ${limit + 1}) as next) as counted
         where before < ${PAGE_BYTES} order by seq`,
  );
  const page = listed.slice(0, limit);
  const last = Number(page.at(-1)?.seq ?? 0);
  if (last === 0) return { records: [], nextCursor: null };
  let text = "";
  for await (const piece of readLines(db, first, last)) text += piece;
  return { records: text.slice(1).split("\n"), nextCursor: (await isThere(db, last + 1)) ? last + 1 : null };
}

async function firstOpen(q: Queryable): Promise<number> {
  const [sealed] = await q.select().from(exportDays).orderBy(desc(exportDays.day)).limit(1);
  return nextAfter(sealed);
}

async function isThere(q: Queryable, seq: number): Promise<boolean> {
  const found = await rowsOf(q, sql`select from export_records where seq = ${seq}`);
  return found.length > 0;
}
