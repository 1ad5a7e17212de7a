import { asc, eq, gt } from "drizzle-orm";
import { hasMemoEnded } from "../../foundation/books/payments.ts";
import { exportDays } from "../../foundation/db/schema/export.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { moveCursor, readCursor, type RecordSource } from "./record-source.ts";

const name = "day";

/**
 * Each earlier day's file, once its memo is final on the chain (rule EXPORT-5). A day whose memo was cancelled has no
 * record; the file after it names its hash all the same.
 */
export const daySource: RecordSource = {
  name,
  async readNext(db) {
    const from = await readCursor(db, name);
    const [row] = await db
      .select({ file: exportDays, status: payments.status, signature: payments.signature })
      .from(exportDays)
      .innerJoin(payments, eq(payments.id, exportDays.paymentId))
      .where(gt(exportDays.first, from))
      .orderBy(asc(exportDays.first))
      .limit(1);
    if (row === undefined) return null;
    const { file, status, signature } = row;
    if (!hasMemoEnded({ status })) return null;
    const { day, sha256, records, first } = file;
    const isAnchored = status === "completed" && signature !== null;
    return {
      lines: isAnchored
        ? [{ key: `day:${day}`, line: { kind: name, day, sha256, records, anchor: signature } }]
        : [],
      take: (tx) => moveCursor(tx, name, from, first),
    };
  },
};
