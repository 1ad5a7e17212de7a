import type { z } from "zod/mini";
import type { exportedRace } from "../../../contract/export/export-records.ts";
import type { Db, Queryable } from "../../foundation/db/database.ts";
import { moveCursor, readCursor, type RecordSource } from "./record-source.ts";

const name = "race";

/** The race with this number as published; null while anything about it can still change. */
export type ReadRace = (db: Db, number: number) => Promise<z.input<typeof exportedRace> | null>;

interface Ports {
  readonly readRace: ReadRace;
  /** Sources of what a race's record may name; they must be recorded before it. */
  readonly before: readonly RecordSource[];
}

/** Every race in order of its number: one that is waiting holds up those after it (rule EXPORT-2). */
export const raceSource = ({ readRace, before }: Ports): RecordSource => ({
  name,
  async readNext(db) {
    const from = await readCursor(db, name);
    const race = await readRace(db, from + 1);
    if (race === null) return null;
    for (const source of before) if ((await source.readNext(db)) !== null) return null;
    return {
      lines: [{ key: `race:${race.id}`, line: { kind: name, race } }],
      take: (tx) => moveCursor(tx, name, from, from + 1),
    };
  },
});

/** The number of the last recorded race; records about a race come after it. */
export const lastRecordedRace = (q: Queryable): Promise<number> => readCursor(q, name);
