import { sql } from "drizzle-orm";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openTestDatabase } from "../../../tests/support/database.ts";
import { rowsOf } from "./database.ts";
import { migrate, migrationsFolder, SchemaMismatch } from "./migrate.ts";
import { races } from "./schema/races.ts";

it("the migrations lead to the schema", async () => {
  const meta = join(migrationsFolder, "meta");
  const newest = readdirSync(meta)
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort()
    .at(-1)!;
  const migrated = JSON.parse(readFileSync(join(meta, newest), "utf8")) as ReturnType<
    typeof generateDrizzleJson
  >;
  const folder = join(import.meta.dirname, "schema");
  const files = await Promise.all(
    readdirSync(folder).map((name) => import(join(folder, name)) as Promise<object>),
  );
  const schema = Object.assign({}, ...files) as Record<string, unknown>;
  expect(await generateMigration(migrated, generateDrizzleJson(schema))).toEqual([]);
});

it("migrating again changes nothing, also by two servers at once", async () => {
  const { db, close } = await openTestDatabase();
  const steps = sql`select position, hash, applied_at from schema_migrations`;
  const before = await rowsOf(db, steps);
  await Promise.all([migrate(db), migrate(db)]);
  expect(await rowsOf(db, steps)).toEqual(before);
  await close();
});

it("a database of another version is refused, unchanged", async () => {
  const { db, close } = await openTestDatabase();
  await db.execute(sql`insert into schema_migrations (position, hash) values (1000, 'from the future')`);
  await expect(migrate(db)).rejects.toThrow(SchemaMismatch);
  await close();
});

it.runIf(process.env["TEST_DATABASE_URL"])(
  "two servers that start on an empty database make it once",
  async () => {
    const { db, close } = await openTestDatabase();
    await db.execute(sql`drop schema public cascade`);
    await db.execute(sql`create schema public`);
    await Promise.all([migrate(db), migrate(db), migrate(db)]);
    expect((await db.select().from(races)).length).toBe(0);
    await close();
  },
);
