import type { z } from "zod/mini";
import type { exportedRace } from "../../contract/export/export-records.ts";
import type { Db, Queryable } from "../db/database.ts";
import { moveCursor, readCursor, type RecordSource } from "./record-source.ts";

const name = "race";

/** The race with this number as it is published; null while something of it can still change. */
export type ReadRace = (db: Db, number: number) => Promise<z.input<typeof exportedRace> | null>;

interface Ports {
  readonly readRace: ReadRace;
  /** What a race's record may name and has to stand before it. */
  readonly before: readonly RecordSource[];
}

/** Every race in the order of its number: one that waits holds up those after it (rule EXPORT-2). */
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

/** The number of the last race that is recorded; what is told of a race comes after it. */
export const lastRecordedRace = (q: Queryable): Promise<number> => readCursor(q, name);
