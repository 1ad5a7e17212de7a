import { sql } from "drizzle-orm";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeOnServer, openTestDatabase } from "../../../../tests/support/database.ts";
import { type Db, rowsOf } from "./database.ts";
import { compareWithVersion, migrate, MIGRATION_LOCK, migrationsFolder, SchemaMismatch } from "./migrate.ts";
import { connectToPostgres, openPostgres } from "./open-postgres.ts";
import { OperatorError } from "./operator-error.ts";
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

/** Damages as a restore that stopped early leaves them. */
const damages = [
  ["table export_parts", sql`drop table export_parts`],
  ["column bets.salt", sql`alter table bets drop column salt`],
  ["column bets.race_id", sql`alter table bets alter column race_id drop not null`],
  [
    "constraint ledger_accounts.never_negative",
    sql`alter table ledger_accounts drop constraint never_negative`,
  ],
  ["index ledger_postings_by_time", sql`drop index ledger_postings_by_time`],
  ["trigger ledger_entries.append_only", sql`drop trigger append_only on ledger_entries`],
  ["trigger ledger_entries.append_only", sql`alter table ledger_entries disable trigger append_only`],
  [
    "function refuse_change()",
    sql`create or replace function refuse_change() returns trigger language plpgsql
    as $$ begin return new; end $$`,
  ],
] as const;

describe("OPERATE-7 a start", () => {
  it("refuses a database that lacks anything of its schema, and names it", async () => {
    const { db, close } = await openTestDatabase();
    await migrate(db);
    const undo = new Error("undo");
    for (const [name, damage] of damages) {
      const damaged = db.transaction(async (tx) => {
        await tx.execute(damage);
        await expect(migrate(tx as unknown as Db)).rejects.toThrow(SchemaMismatch);
        await expect(migrate(tx as unknown as Db)).rejects.toThrow(name);
        throw undo;
      });
      await expect(damaged).rejects.toBe(undo);
    }
    await migrate(db);
    await close();
  });

  it("takes a database whose storage somebody has tuned", async () => {
    const { db, close } = await openTestDatabase();
    await db.execute(sql`alter table bets set (autovacuum_vacuum_scale_factor = 0.02)`);
    await db.execute(sql`alter index one_live_bet set (fillfactor = 70)`);
    await migrate(db);
    const differences = await db.transaction((tx) => compareWithVersion(tx));
    expect(differences).toEqual({ missing: [], extra: [] });
    await close();
  });

  it("takes a database to which somebody has added an index", async () => {
    const { db, close } = await openTestDatabase();
    await db.execute(sql`create index added_by_hand on bets (wallet)`);
    await migrate(db);
    const differences = await db.transaction((tx) => compareWithVersion(tx));
    expect(differences).toEqual({ missing: [], extra: ["index added_by_hand"] });
    expect(await rowsOf(db, sql`select nspname from pg_namespace where nspname like 'furlong%'`)).toEqual([]);
    await close();
  });
});

const serverUrl = process.env["TEST_DATABASE_URL"];

describe.runIf(serverUrl)("OPERATE-15 a start", () => {
  /** A database of somebody else, in whose schema a role of its own may do what `rights` says. */
  async function openAs(rights: string, act: (start: () => Promise<void>, url: string) => Promise<void>) {
    const made = await makeOnServer(serverUrl!);
    const owner = await connectToPostgres(made.url, "owner");
    const role = new URL(made.url).pathname.slice(1);
    const url = new URL(made.url);
    url.username = role;
    try {
      await owner.query(`drop schema public cascade; create schema public; create role ${role} login`);
      await owner.query(rights.replaceAll("ROLE", role));
      await act(async () => {
        const opened = await openPostgres({ url: url.href, onError: () => {} });
        await opened.close();
      }, made.url);
    } finally {
      await owner.query(`drop owned by ${role}; drop role ${role}`);
      await owner.end();
      await made.drop();
    }
  }

  it("needs no right to create schemas", async () => {
    await openAs("grant usage, create on schema public to ROLE", async (start, ownerUrl) => {
      await start();
      await start();
      // Nothing is to be created any more.
      const owner = await connectToPostgres(ownerUrl, "owner");
      const role = new URL(ownerUrl).pathname.slice(1);
      await owner.query(`revoke create on schema public from ${role}`);
      await start();
      await owner.query("create index added_by_hand on races (id)");
      await owner.end();
      await expect(start()).rejects.toThrow(
        `permission denied for database ${role}. Grant it create on the database`,
      );
    });
  });

  it("without the rights to create tables says so in one line", async () => {
    await openAs("grant usage on schema public to ROLE", async (start) => {
      await expect(start()).rejects.toThrow(OperatorError);
      await expect(start()).rejects.toThrow("permission denied for schema public");
    });
  });

  it("on a database that takes no writes says so in one line", async () => {
    await openAs("alter role ROLE set default_transaction_read_only = on", async (start) => {
      await expect(start()).rejects.toThrow(OperatorError);
      await expect(start()).rejects.toThrow("takes no writes");
    });
  });

  it("that has waited for another to bring the database up to date says so in one line", async () => {
    await openAs("grant usage, create on schema public to ROLE", async (start, ownerUrl) => {
      const other = await connectToPostgres(ownerUrl, "other");
      await other.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
      await expect(start()).rejects.toThrow("The database is locked by another server");
      await other.end();
    });
  });

  it("during a restore is refused, so that the restore is not", async () => {
    await openAs("grant usage, create on schema public to ROLE", async (start, ownerUrl) => {
      const restore = await connectToPostgres(ownerUrl, "furlong-restore");
      await expect(start()).rejects.toThrow("A backup is being restored");
      await restore.end();
      await start();
    });
  });
});
