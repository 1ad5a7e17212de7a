import { asc, gt } from "drizzle-orm";
import { ruleLog } from "../db/schema/rule-log.ts";
import { moveCursor, readCursor, type RecordSource } from "./record-source.ts";

const name = "rule";
/** Short lines, written with a few statements. */
const ROWS_AT_ONCE = 50;

/** The rows of the rule log as they are, in order, each before the first race that names it (rule EXPORT-3). */
export const ruleSource: RecordSource = {
  name,
  async readNext(db) {
    const from = await readCursor(db, name);
    const rows = await db
      .select()
      .from(ruleLog)
      .where(gt(ruleLog.row, from))
      .orderBy(asc(ruleLog.row))
      .limit(ROWS_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return null;
    return {
      lines: rows.map(({ row, entry, hash }) => ({
        key: `rule:${row}`,
        line: { kind: name, row, entry, hash },
      })),
      take: (tx) => moveCursor(tx, name, from, last.row),
    };
  },
};
