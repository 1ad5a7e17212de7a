import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { fileURLToPath } from "node:url";
import { type Db, rowsOf } from "./database.ts";
import { OperatorError } from "./operator-error.ts";

export const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/** The database was created by another version of the program; nothing was changed. */
export class SchemaMismatch extends OperatorError {
  override readonly name = "SchemaMismatch";
}

/**
 * Brings the schema up to date, with all steps in one transaction. The steps already applied must be the first of ours,
 * so that an older program refuses a newer database instead of running on it.
 */
export async function migrate(db: Db): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder });
  await db.transaction(async (tx) => {
    // When two servers start together, the second waits here, then finds nothing left to do.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('furlong migrations', 0))`);
    await tx.execute(sql`create table if not exists schema_migrations (
      position integer primary key, hash text not null, applied_at timestamptz not null default now())`);
    const applied = await rowsOf<{ hash: string }>(
      tx,
      sql`select hash from schema_migrations order by position`,
    );
    for (const [position, { hash }] of applied.entries()) {
      if (migrations[position]?.hash !== hash) {
        throw new SchemaMismatch(
          `The database's schema step ${position} is not the one this version knows. ` +
            "It was made by another version of Furlong: run that version, or restore a backup into an empty folder.",
        );
      }
    }
    for (const [position, migration] of migrations.entries()) {
      if (position < applied.length) continue;
      for (const statement of migration.sql) await tx.execute(sql.raw(statement));
      await tx.execute(
        sql`insert into schema_migrations (position, hash) values (${position}, ${migration.hash})`,
      );
    }
  });
}
