import { and, asc, gt, inArray } from "drizzle-orm";
import type { Db } from "../../foundation/db/database.ts";
import { logs } from "../../foundation/db/schema/public-log.ts";
import { races } from "../../foundation/db/schema/races.ts";
import { type LogRow, readRows } from "../../foundation/public-log/read-log.ts";
import { lastRecordedRace } from "./race-source.ts";
import { moveCursor, readCursor, type RecordSource } from "./record-source.ts";

/** Short lines, written with a few statements. */
const ROWS_AT_ONCE = 50;

/** How far a log is recorded. */
export const ruleCursor = (log: string): string => `rule:${log}`;

/** The entries of the public logs as they are, in order, each before the first race that commits to it (rule EXPORT-3). */
export const ruleSource: RecordSource = {
  name: "rule",
  async readNext(db) {
    const all = await db.select().from(logs).orderBy(asc(logs.isOpen), asc(logs.newestAt));
    for (const [at, log] of all.entries()) {
      const name = ruleCursor(log.id);
      const from = await readCursor(db, name);
      if (log.size === from) continue;
      const earlier = all.slice(0, at);
      if (at > 0 && from === 0 && (await areRacesWaiting(db, earlier))) return null;
      const rows = await readRows(db, log.id, {
        first: from + 1,
        last: Math.min(log.size, from + ROWS_AT_ONCE),
      });
      const last = from + rows.length;
      return {
        lines: rows.map(({ row, entry }) => ({
          key: `rule:${log.id}:${row}`,
          line: { kind: "rule", row, entry },
        })),
        take: (tx) => moveCursor(tx, name, from, last),
      };
    }
    return null;
  },
};

/** Whether races that commit to one of these logs still have to be recorded: they come before the next log's beginning. */
async function areRacesWaiting(db: Db, earlier: readonly LogRow[]): Promise<boolean> {
  const [race] = await db
    .select({ id: races.id })
    .from(races)
    .where(
      and(
        gt(races.number, await lastRecordedRace(db)),
        inArray(
          races.log,
          earlier.map(({ id }) => id),
        ),
      ),
    )
    .limit(1);
  return race !== undefined;
}
