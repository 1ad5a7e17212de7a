import type { Logger } from "../log.ts";
import type { OpenDatabase } from "./database.ts";
import { openEmbedded } from "./open-embedded.ts";
import { openPostgres } from "./open-postgres.ts";

interface Options {
  /** Null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly log: Logger;
}

export async function openDatabase({ databaseUrl, dataDir, log }: Options): Promise<OpenDatabase> {
  if (databaseUrl === null) {
    return openEmbedded({
      dataDir,
      onPanic(err) {
        log.error({ err }, "the embedded database has stopped, and the server with it: is the disk full?");
        process.exit(1);
      },
    });
  }
  const onError = (error: unknown) => log.warn({ err: error }, "a database connection broke");
  return openPostgres({ url: databaseUrl, onError });
}
