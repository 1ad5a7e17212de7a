import { gunzipSync } from "node:zlib";
import { asc, eq, max } from "drizzle-orm";
import * as z from "zod/mini";
import { exportRecord, type ExportRecord } from "../../src/contract/export/export-records.ts";
import { exportDayParts, exportDays, exportRecords } from "../../src/server/foundation/db/schema/export.ts";
import { recordFinal } from "../../src/server/features/export/record-final.ts";
import { readLines } from "../../src/server/features/export/read-lines.ts";
import { sealDay } from "../../src/server/features/export/seal-day.ts";
import { readRaceRecord } from "../../src/server/features/races/read/race-record.ts";
import type { Db } from "../../src/server/foundation/db/database.ts";
import type { RaceRoom } from "./race-room.ts";

/** Every line as it is stored. */
export async function exportLines(db: Db): Promise<readonly string[]> {
  const [last] = await db.select({ seq: max(exportRecords.seq) }).from(exportRecords);
  let text = "";
  for await (const piece of readLines(db, 1, last?.seq ?? 0)) text += piece;
  return text === "" ? [] : text.slice(1).split("\n");
}

/** Every record, parsed by the contract; throws on a line that it does not know. */
const exportedRecords = async (db: Db): Promise<readonly ExportRecord[]> =>
  (await exportLines(db)).map((line) => z.decode(exportRecord, JSON.parse(line)));

/** The sealed files, oldest first, unpacked. */
export async function sealedFiles(db: Db) {
  const files = await db.select().from(exportDays).orderBy(asc(exportDays.day));
  return Promise.all(
    files.map(async (file) => {
      const parts = await db
        .select()
        .from(exportDayParts)
        .where(eq(exportDayParts.day, file.day))
        .orderBy(asc(exportDayParts.part));
      return { ...file, text: gunzipSync(Buffer.concat(parts.map(({ content }) => content))).toString() };
    }),
  );
}

/** The leader's export rounds over a room, triggered by the test. */
export function exportOf(room: Pick<RaceRoom, "db" | "clock" | "lease">) {
  const portsOf = (db: Db) => ({
    db,
    clock: room.clock,
    lease: room.lease,
    network: "localnet" as const,
    readRace: readRaceRecord,
  });
  return {
    record: (db: Db = room.db) => recordFinal(portsOf(db)),
    seal: (db: Db = room.db) => sealDay(portsOf(db)),
    lines: () => exportLines(room.db),
    records: () => exportedRecords(room.db),
    files: () => sealedFiles(room.db),
  };
}
