import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type Catalog, type CatalogDifferences, compareCatalogs, namesOf, readCatalog } from "./catalog.ts";
import { type Db, rowsOf, type Tx } from "./database.ts";
import { OperatorError } from "./operator-error.ts";
import { reasonOf } from "./reason-of.ts";
import { applyRoutines, hasTable, readRoutines } from "./routines.ts";
import { sqlState } from "./transaction.ts";

export const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/** Held while a database is brought up to date or replaced, so that only one process does so. */
export const MIGRATION_LOCK = "hashtextextended('furlong migrations', 0)";

const ANOTHER_VERSION =
  "It was made by another version of Furlong: run that version, or restore a backup into an empty folder.";

/** The database was created by another version of the program, or is damaged; nothing was changed. */
export class SchemaMismatch extends OperatorError {
  override readonly name = "SchemaMismatch";
}

/**
 * Brings the schema up to date, with all steps in one transaction, and refuses a database that lacks something of it
 * (rule OPERATE-7). When two servers start together, the second waits here, then finds nothing left to do. Where
 * nothing is left to do, it needs no right to create anything.
 */
export async function migrate(db: Db): Promise<void> {
  const migrating = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(MIGRATION_LOCK)})`);
    const wasComplete = await isKnownComplete(tx);
    const hasChanged = await applySteps(tx);
    if (!wasComplete) await refuseIncomplete(tx);
    if (hasChanged || !wasComplete) await noteComplete(tx);
  });
  await migrating.catch((error: unknown) => {
    throw refusalOf(error) ?? error;
  });
}

const DISK_FULL = "53100";
const LACKS_PRIVILEGE = "42501";
const LOCK_NOT_AVAILABLE = "55P03";

/** Null for a failure that only a change of the program can mend (rule OPERATE-15). */
function refusalOf(error: unknown): OperatorError | null {
  if (sqlState(error) === LACKS_PRIVILEGE) {
    return new OperatorError(
      `The role of DATABASE_URL lacks a right: ${reasonOf(error)}. Grant it create on the database and on its schema public.`,
    );
  }
  if (sqlState(error) === LOCK_NOT_AVAILABLE) {
    return new OperatorError(
      "The database is locked by another server that brings it up to date, or by another program. Start again when that is done.",
    );
  }
  if (sqlState(error) === DISK_FULL) return new OperatorError("The disk of the database is full.");
  return null;
}

/**
 * Tables, indexes and constraints by migrations, then functions and triggers; answers whether any were left. The steps
 * already applied must be the first of ours, so that an older program refuses a newer database instead of running on
 * it.
 */
async function applySteps(tx: Tx): Promise<boolean> {
  const migrations = readMigrationFiles({ migrationsFolder });
  if (!(await hasTable(tx, "schema_migrations"))) {
    await tx.execute(sql`create table schema_migrations (
      position integer primary key, hash text not null, applied_at timestamptz not null default now())`);
  }
  const applied = await rowsOf<{ hash: string }>(
    tx,
    sql`select hash from schema_migrations order by position`,
  );
  for (const [position, { hash }] of applied.entries()) {
    if (migrations[position]?.hash !== hash) {
      throw new SchemaMismatch(
        `The database's schema step ${position} is not the one this version knows. ${ANOTHER_VERSION}`,
      );
    }
  }
  for (const [position, migration] of migrations.entries()) {
    if (position < applied.length) continue;
    // Foreign keys are generated with the name of the schema.
    for (const statement of migration.sql) {
      await tx.execute(sql.raw(statement.replaceAll('"public".', "")));
    }
    await tx.execute(
      sql`insert into schema_migrations (position, hash) values (${position}, ${migration.hash})`,
    );
  }
  const routines = await applyRoutines(tx);
  if (routines === "newer") {
    throw new SchemaMismatch(`The database's functions are newer than this version. ${ANOTHER_VERSION}`);
  }
  return routines === "replaced" || applied.length < migrations.length;
}

/**
 * Compares the database with one that this version has just made, in a schema that is gone afterwards (rule OPERATE-7).
 * It takes about a second; nothing is changed.
 */
export async function compareWithVersion(tx: Tx): Promise<CatalogDifferences> {
  const found = await readCatalog(tx);
  await tx.execute(sql`savepoint compared`);
  await tx.execute(sql`create schema furlong_expected`);
  await tx.execute(sql`set local search_path = furlong_expected`);
  await applySteps(tx);
  const expected = await readCatalog(tx);
  await tx.execute(sql`rollback to savepoint compared`);
  return compareCatalogs(found, expected);
}

/**
 * Whether the catalog is as it was when it was found complete, so that with the steps that are left it is complete
 * again; as an empty one is.
 */
async function isKnownComplete(tx: Tx): Promise<boolean> {
  if (!(await hasTable(tx, "schema_routines"))) return !(await hasTable(tx, "schema_migrations"));
  const [known] = await rowsOf<{ complete: string | null }>(
    tx,
    sql`select complete from schema_routines order by position desc limit 1`,
  );
  return known?.complete === fingerprintOf(await readCatalog(tx));
}

async function refuseIncomplete(tx: Tx) {
  const { missing } = await compareWithVersion(tx);
  if (missing.length > 0) {
    throw new SchemaMismatch(
      `The database is damaged. Missing or altered: ${namesOf(missing)}. Restore a backup: see docs/operate/backup.md.`,
    );
  }
}

async function noteComplete(tx: Tx) {
  const complete = fingerprintOf(await readCatalog(tx));
  await tx.execute(
    sql`update schema_routines set complete = ${complete} where hash = ${readRoutines().hash}`,
  );
}

const fingerprintOf = (catalog: Catalog): string =>
  createHash("sha256")
    .update(JSON.stringify([...catalog]))
    .digest("hex");
