import { and, asc, eq, sql } from "drizzle-orm";
import type { StoredFile } from "../../foundation/http/stored-files.ts";
import type { Db } from "../../foundation/db/database.ts";
import { exportDayParts, exportDays } from "../../foundation/db/schema/export.ts";

const NAME = /^([0-9a-f]{64})\.ndjson$/;

/** The file of a sealed day by the hash in its name; any other name is not a file (rule EXPORT-6). */
export const dayFileReader =
  (db: Db) =>
  async (name: string): Promise<StoredFile | null> => {
    const [, sha256 = ""] = NAME.exec(name) ?? [];
    if (sha256 === "") return null;
    const [file] = await db.select().from(exportDays).where(eq(exportDays.sha256, sha256));
    if (file === undefined) return null;
    return {
      type: "application/x-ndjson",
      etag: sha256,
      gzip: { bytes: file.gzipBytes, read: () => readParts(db, file.day) },
    };
  };

/** Reads one piece after the other, as fast as they are consumed. */
async function* readParts(db: Db, day: string): AsyncGenerator<Uint8Array> {
  let [attempt, part] = [0n, -1];
  for (;;) {
    const [found] = await db
      .select()
      .from(exportDayParts)
      .where(
        and(
          eq(exportDayParts.day, day),
          sql`(${exportDayParts.attempt}, ${exportDayParts.part}) > (${attempt}, ${part})`,
        ),
      )
      .orderBy(asc(exportDayParts.attempt), asc(exportDayParts.part))
      .limit(1);
    if (found === undefined) return;
    yield found.content;
    ({ attempt, part } = found);
  }
}
