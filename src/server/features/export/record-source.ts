import { eq, sql } from "drizzle-orm";
import type { UnplacedLine } from "../../../contract/export/export-records.ts";
import { type Db, type Queryable, rowsOf, type Tx } from "../../foundation/db/database.ts";
import { exportCursors } from "../../foundation/db/schema/export.ts";

/** What a source has to record next. */
export interface Waiting {
  /** Several only where each is short; none where something is skipped without a record. */
  readonly lines: readonly { readonly key: string; readonly line: UnplacedLine }[];
  /** Marks them as recorded, in the transaction that records them; false if another writer has done so. */
  readonly take: (tx: Tx) => Promise<boolean>;
}

/** One kind of fact that is published once final. To add a kind, add one of these to `recordFinal`. */
export interface RecordSource {
  readonly name: string;
  /**
   * What is final and not yet recorded, in order; null if there is nothing now. Reads some rows at a time, outside a
   * transaction.
   */
  readonly readNext: (db: Db) => Promise<Waiting | null>;
}

/** How far an ordered source was read: the place of the last one recorded, 0 before the first. */
export async function readCursor(q: Queryable, source: string): Promise<number> {
  const [cursor] = await q.select().from(exportCursors).where(eq(exportCursors.source, source));
  return cursor?.position ?? 0;
}

/** Advances the cursor, unless another writer did meanwhile. */
export async function moveCursor(tx: Tx, source: string, from: number, to: number): Promise<boolean> {
  const moved = await rowsOf(
    tx,
    sql`insert into export_cursors as known (source, position) values (${source}, ${to})
        on conflict (source) do update set position = excluded.position where known.position = ${from}
        returning position`,
  );
  return moved.length === 1;
}
