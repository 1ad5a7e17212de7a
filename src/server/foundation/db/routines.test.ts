import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openTestDatabase } from "../../../../tests/support/database.ts";
import { type Db, rowsOf } from "./database.ts";
import { migrate, SchemaMismatch } from "./migrate.ts";
import { readRoutines } from "./routines.ts";

/** Every trigger and function of the database, with its definition. */
const definitions = (db: Db) =>
  rowsOf<{ definition: string }>(
    db,
    sql`select pg_get_functiondef(oid) as definition from pg_proc
          where pronamespace = current_schema()::regnamespace
        union all
        select pg_get_triggerdef(pg_trigger.oid) from pg_trigger join pg_class on pg_class.oid = tgrelid
          where not tgisinternal and relnamespace = current_schema()::regnamespace
        order by 1`,
  );

it("the database holds the functions and triggers of the files, each once", async () => {
  const { db, close } = await openTestDatabase();
  const stored = await definitions(db);
  const { statements } = readRoutines();
  expect(stored).toHaveLength(statements.length);
  expect(new Set(stored.map(({ definition }) => definition)).size).toBe(statements.length);
  await close();
});

it("other files replace all of them, so that none is left that no file defines", async () => {
  const { db, close } = await openTestDatabase();
  const stored = await definitions(db);
  await db.execute(sql`create or replace function refuse_change() returns trigger language plpgsql
    as $$ begin return new; end $$`);
  await db.execute(sql`create function from_before() returns trigger language plpgsql
    as $$ begin return new; end $$`);
  await db.execute(sql`create trigger from_before after insert on bets execute function from_before()`);
  await db.execute(sql`drop trigger append_only on ledger_entries`);
  await db.execute(sql`update schema_routines set hash = 'of the version before'`);
  await migrate(db);
  expect(await definitions(db)).toEqual(stored);
  await close();
});

it("a database that has newer ones is refused, unchanged", async () => {
  const { db, close } = await openTestDatabase();
  await db.execute(sql`insert into schema_routines (hash) values ('of the next version')`);
  const stored = await definitions(db);
  await expect(migrate(db)).rejects.toThrow(SchemaMismatch);
  expect(await definitions(db)).toEqual(stored);
  await close();
});
