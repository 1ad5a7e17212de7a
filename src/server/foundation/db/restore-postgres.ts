import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { connectionOf, programFailure } from "./backup.ts";
import { type BackupFile, readBackup } from "./backup-file.ts";
import { migrate, MIGRATION_LOCK } from "./migrate.ts";
import { connectToPostgres, RESTORE } from "./open-postgres.ts";
import { OperatorError } from "./operator-error.ts";
import { nothingChanged, type Replaced, type Restoring } from "./restored.ts";

/** The schema into which a backup is loaded beside the one in use. */
const LOADED = "furlong_restored";

/**
 * Loads a backup into a schema of its own, brings it to this version, proves it, and renames both schemas in one
 * transaction. What was there stays as a schema of another name, unless it was empty.
 */
export async function restorePostgres(
  databaseUrl: string,
  backup: BackupFile,
  { replace, stamp, prove }: Restoring,
): Promise<Replaced | null> {
  const client = await connectToPostgres(databaseUrl, RESTORE);
  try {
    // A second restore waits for the first; a server that starts meanwhile is refused.
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await refuseInUse(client);
    const isReplaced = await holdsTables(client);
    if (isReplaced && !replace) {
      throw new OperatorError("The database holds data. Give --replace to put the copy in its place.");
    }
    try {
      await load(databaseUrl, backup);
      await client.query(`set search_path = ${LOADED}`);
      const db = drizzle({ client });
      await refuseEmpty(client);
      await migrate(db);
      await prove(db);
      await client.query(copyGrants);
      await refuseInUse(client);
    } catch (error) {
      await client.query(`drop schema if exists ${LOADED} cascade`).catch(() => undefined);
      throw nothingChanged(error);
    }
    const name = `furlong_before_${stamp}`;
    await client
      .query(`begin; alter schema public rename to ${name}; alter schema ${LOADED} rename to public; commit`)
      .catch((error: unknown) => {
        if (error instanceof pg.DatabaseError) throw nothingChanged(error);
        const lost = `The connection was lost in the last step. If there is a schema ${name}, the backup is in place; otherwise nothing has changed.`;
        throw new OperatorError(lost, { cause: error });
      });
    return isReplaced ? await describeReplaced(client, name) : await dropEmpty(client, name);
  } finally {
    await client.end();
  }
}

async function refuseInUse(client: pg.Client) {
  // The connections of a server that has just stopped disappear a moment later.
  for (let tries = 1; ; tries += 1) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity
         where datname = current_database() and application_name in ('furlong', 'pg_dump')`,
    );
    if (rowCount === 0) return;
    if (tries === 10) throw new OperatorError("A server or a backup is using the database. Stop it first.");
    await client.query("select pg_sleep(0.2)");
  }
}

/**
 * What other roles may do in the schema in use, they may in the loaded one: a backup names no roles, since the machine
 * that it is restored on may have others. Functions have none: each version makes them anew.
 */
const copyGrants = `do $$
declare
  one text;
begin
  for one in
    with tables as (
      select used.oid as used, loaded.oid as loaded, loaded.oid::regclass as name, used.relkind as kind, used.relacl as acl
        from pg_class used join pg_class loaded using (relname, relkind)
        where used.relnamespace = 'public'::regnamespace and loaded.relnamespace = '${LOADED}'::regnamespace
          and relkind in ('r', 'p', 'v', 'm', 'S')
    ), rights as (
      select '' as beginning, '' as columns, 'schema ${LOADED}' as target, (aclexplode(nspacl)).*
        from pg_namespace where nspname = 'public'
      union all
      select '', '', case kind when 'S' then 'sequence ' else 'table ' end || name, (aclexplode(acl)).* from tables
      union all
      select '', format('(%I)', attname), 'table ' || name, (aclexplode(used_column.attacl)).*
        from tables join pg_attribute used_column on used_column.attrelid = used
          join pg_attribute loaded_column using (attname) where loaded_column.attrelid = loaded
      union all
      select 'alter default privileges in schema ${LOADED} ', '',
             case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' else 'types' end,
             (aclexplode(defaclacl)).*
        from pg_default_acl
        where defaclnamespace = 'public'::regnamespace and defaclrole = (select oid from pg_roles where rolname = current_user)
    )
    select concat_ws(' ', beginning || 'grant', privilege_type, columns, 'on', target, 'to',
             case grantee when 0 then 'public' else grantee::regrole::text end,
             case when is_grantable then 'with grant option' end)
      from rights
  loop
    execute one;
  end loop;
end $$`;

/** A copy of a database whose tables are in another schema than `public` brings none. */
async function refuseEmpty(client: pg.Client) {
  const { rows } = await client.query(
    `select to_regclass('${LOADED}.schema_migrations') is null as "isEmpty"`,
  );
  if (rows[0]?.isEmpty === true) throw new OperatorError("It holds no tables of Furlong's.");
}

async function holdsTables(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_tables where schemaname = 'public' limit 1");
  return rowCount !== 0;
}

async function describeReplaced(client: pg.Client, name: string): Promise<Replaced> {
  const { rows } = await client.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
       where relnamespace = $1::regnamespace and relkind = 'r'`,
    [name],
  );
  return {
    name: `the schema ${name}`,
    bytes: rows[0]?.bytes ?? 0,
    removal: `psql "$DATABASE_URL" -c 'drop schema ${name} cascade'`,
  };
}

/**
 * Without tables of ours; views, functions or extensions of an operator's stay where they are, under the other name.
 */
async function dropEmpty(client: pg.Client, name: string): Promise<Replaced | null> {
  return client.query(`drop schema ${name}`).then(
    () => null,
    () => describeReplaced(client, name),
  );
}

/**
 * Fills the schema `LOADED` in one transaction, in which the schema in use has another name: a backup names its schema
 * `public`. The transaction is committed only after pg_restore has said that it has read the whole copy.
 */
async function load(databaseUrl: string, backup: BackupFile) {
  const { url, env } = connectionOf(databaseUrl);
  const reader = spawn(
    "pg_restore",
    ["--no-owner", "--no-privileges", "--schema=public", "--exit-on-error", "--file=-"],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const writer = spawn("psql", ["-X", "-q", "-v", "ON_ERROR_STOP=1", `--dbname=${url}`], {
    env,
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ends = [statusOf(reader), statusOf(writer)] as const;
  // When psql ends early, its status says so.
  writer.stdin.on("error", () => {});
  writer.stdin.write(
    `begin; set client_min_messages = warning; drop schema if exists ${LOADED} cascade;
     alter schema public rename to furlong_in_use; create schema public;\n`,
  );
  const [carried, read] = await Promise.allSettled([
    pipeline(reader.stdout, withoutNewSettings, writer.stdin, { end: false }),
    ends[0],
    pipeline(readBackup(backup), reader.stdin),
  ]);
  const isWhole = carried.status === "fulfilled" && read.status === "fulfilled" && read.value === 0;
  writer.stdin.end(
    isWhole
      ? `alter schema public rename to ${LOADED}; alter schema furlong_in_use rename to public; commit;\n`
      : "",
  );
  const written = await ends[1];
  if (read.status === "rejected") throw read.reason;
  if (!isWhole || written !== 0) throw new OperatorError("The copy could not be read to its end.");
}

const HEAD_LENGTH = 1_024;

/** pg_restore since 17 begins with a setting that an older server does not know. */
async function* withoutNewSettings(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const part of parts) {
    if (head === null) {
      yield part;
      continue;
    }
    head = Buffer.concat([head, part]);
    if (head.length < HEAD_LENGTH) continue;
    yield withoutTimeout(head);
    head = null;
  }
  if (head !== null) yield withoutTimeout(head);
}

/** Before the first object: what players wrote comes later, and may say the same. */
function withoutTimeout(head: Buffer): Buffer {
  const text = head.toString("latin1");
  const line = /^SET transaction_timeout = 0;\n/m.exec(text.slice(0, HEAD_LENGTH));
  if (line === null) return head;
  return Buffer.from(text.slice(0, line.index) + text.slice(line.index + line[0].length), "latin1");
}

/** Resolves with a program's exit status, null when a signal ended it. */
async function statusOf(program: ChildProcess): Promise<number | null> {
  try {
    const [status] = await once(program, "close");
    return status as number | null;
  } catch (error) {
    throw programFailure(program.spawnfile, error);
  }
}
