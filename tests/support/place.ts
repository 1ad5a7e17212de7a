import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { systemClock as clock } from "../../src/server/adapters/clock.ts";
import { nodeEntropy as entropy } from "../../src/server/adapters/entropy.ts";
import { balanceOf, post } from "../../src/server/foundation/books/ledger.ts";
import type { Place } from "../../src/server/foundation/db/backup.ts";
import { type Db, rowsOf } from "../../src/server/foundation/db/database.ts";
import { openEmbedded } from "../../src/server/foundation/db/open-embedded.ts";
import { openPostgres } from "../../src/server/foundation/db/open-postgres.ts";
import { restore } from "../../src/server/foundation/db/restore.ts";
import { proveRestored } from "../../src/server/prove-restored.ts";
import { lamports, signedLamports } from "../../src/domain/lamports.ts";
import { makeOnServer } from "./database.ts";
import { unpackDatabase } from "./database-image.ts";

/** An installation's database and data folder in a folder of its own, without a server. */
export interface TestPlace extends Place {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

export async function makePlace(): Promise<TestPlace> {
  const folder = mkdtempSync(join(tmpdir(), "furlong-place-"));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const serverUrl = process.env["TEST_DATABASE_URL"];
  const made = serverUrl === undefined ? null : await makeOnServer(serverUrl);
  if (made === null) await unpackDatabase(dataDir);
  return {
    folder,
    dataDir,
    databaseUrl: made?.url ?? null,
    async remove() {
      await made?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens the database as a server does. */
export async function withDatabase<T>(place: Place, act: (db: Db) => Promise<T>): Promise<T> {
  const opened =
    place.databaseUrl === null
      ? await openEmbedded(place)
      : await openPostgres({ url: place.databaseUrl, maxConnections: 2, onError: () => {} });
  try {
    return await act(opened.db);
  } finally {
    await opened.close();
  }
}

export const creditAnna = (place: Place, reference: string) =>
  withDatabase(place, (db) =>
    db.transaction((tx) =>
      post(tx, {
        reference,
        kind: "payment credited",
        ledger: "real",
        entries: [
          { account: "chain:deposit:d", lamports: signedLamports(-5n) },
          { account: "user:anna", lamports: lamports(5n) },
        ],
      }),
    ),
  );

export const balanceOfAnna = (place: Place) => withDatabase(place, (db) => balanceOf(db, "user:anna"));

/** As the command does. */
export const restoreInto = (place: Place, file: string, replace = true) =>
  restore(place, file, {
    replace,
    at: new Date(clock.now()),
    prove: (db, seedKeyFile) => proveRestored(db, { seedKeyFile, clock, entropy }),
  });

export const schemasOf = (place: Place) =>
  withDatabase(place, async (db) => {
    const rows = await rowsOf<{ name: string }>(
      db,
      sql`select nspname as name from pg_namespace where nspname ~ '^(public|furlong)' order by 1`,
    );
    return rows.map(({ name }) => name);
  });
