import { and, eq } from "drizzle-orm";
import type { StoredFile } from "../http/stored-files.ts";
import type { Db } from "../db/database.ts";
import { exportDayParts, exportDays } from "../db/schema/export.ts";

const NAME = /^([0-9a-f]{64})\.ndjson$/;

/** The file of a sealed day by the hash in its name; whatever else is asked for is no file (rule EXPORT-6). */
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

/** One piece after the other, as fast as they are taken. */
async function* readParts(db: Db, day: string): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const [found] = await db
      .select({ content: exportDayParts.content })
      .from(exportDayParts)
      .where(and(eq(exportDayParts.day, day), eq(exportDayParts.part, part)));
    if (found === undefined) return;
    yield found.content;
  }
}
