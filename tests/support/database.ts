import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import pg from "pg";
import type { Db } from "../../src/server/db/database.ts";
import { migrationsFolder } from "../../src/server/db/migrate.ts";
import { openInMemory } from "../../src/server/db/open-embedded.ts";
import { openPostgres } from "../../src/server/db/open-postgres.ts";

export interface TestDatabase {
  readonly db: Db;
  readonly kind: "embedded" | "postgres";
  readonly close: () => Promise<void>;
}

/** A fresh database with the schema: embedded in memory, or on the server of TEST_DATABASE_URL. */
export function openTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env["TEST_DATABASE_URL"];
  return serverUrl ? openOnServer(serverUrl) : openEmbedded();
}

// ---------------------------------------------------------------- embedded

const cacheFolder = fileURLToPath(new URL("../../node_modules/.cache/test-database", import.meta.url));

async function openEmbedded(): Promise<TestDatabase> {
  return openInMemory(await databaseImage());
}

let image: Promise<Blob> | null = null;

/**
 * A fresh embedded database as `restoreEmbedded` takes it. Making one takes seconds, copying one a fraction: the
 * copy is kept for as long as it fits the schema.
 */
export function databaseImage(): Promise<Blob> {
  image ??= databaseImageFile().then((file) => new Blob([readFileSync(file)]));
  return image;
}

/** Path of the same as a tar, made if there is none yet. */
export async function databaseImageFile(): Promise<string> {
  const name = `${schemaVersion()}.tar`;
  if (!existsSync(join(cacheFolder, name))) await makeImage(name);
  return join(cacheFolder, name);
}

/** What an opening takes its time for and no test needs: half of the files, and memory that has to be cleared. */
const lightening = [
  "update pg_database set datistemplate = false",
  "drop database template0",
  "drop database template1",
  "alter system set shared_buffers = '16MB'",
  "checkpoint",
];

async function makeImage(name: string) {
  const made = await openInMemory();
  for (const statement of lightening) await made.db.execute(sql.raw(statement));
  const dumped = await made.dump("none");
  await made.close();
  mkdirSync(cacheFolder, { recursive: true });
  // Another process may be reading the same one.
  for (const other of readdirSync(cacheFolder)) {
    if (other.endsWith(".tar") && other !== name) rmSync(join(cacheFolder, other), { force: true });
  }
  const unfinished = join(cacheFolder, `${name}.${randomUUID()}`);
  writeFileSync(unfinished, Buffer.from(await dumped.arrayBuffer()));
  renameSync(unfinished, join(cacheFolder, name));
}

/** Changes with the migrations, with the embedded database's version and with what is made of it. */
function schemaVersion(): string {
  const hash = createHash("sha256").update(readFileSync(lockFile)).update(lightening.join());
  for (const name of readdirSync(migrationsFolder).sort()) {
    if (name.endsWith(".sql")) hash.update(readFileSync(join(migrationsFolder, name)));
  }
  return hash.digest("hex").slice(0, 20);
}

const lockFile = fileURLToPath(new URL("../../package-lock.json", import.meta.url));

// ---------------------------------------------------------------- Postgres

const throwIt = (error: unknown) => {
  throw error;
};

async function openOnServer(serverUrl: string): Promise<TestDatabase> {
  const made = await makeOnServer(serverUrl);
  const opened = await openPostgres({ url: made.url, maxConnections: 6, onError: throwIt });
  return {
    ...opened,
    async close() {
      await opened.close();
      await made.drop();
    },
  };
}

/** A database of its own on a server, cloned from a template that has the schema; nobody is connected to it. */
export async function makeOnServer(serverUrl: string) {
  const template = `furlong_template_${schemaVersion()}`;
  await makeTemplate(serverUrl, template);
  const name = `furlong_test_${randomUUID().replaceAll("-", "")}`;
  await onServer(serverUrl, (client) => client.query(`create database ${name} template ${template}`));
  return {
    url: urlOf(serverUrl, name),
    drop: async () => {
      await onServer(serverUrl, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** Test files run in processes of their own; the first makes the template, the others wait for it. */
async function makeTemplate(serverUrl: string, template: string) {
  await onServer(serverUrl, async (client) => {
    await client.query("select pg_advisory_lock(hashtext('furlong test template'))");
    const found = await client.query("select 1 from pg_database where datname = $1", [template]);
    if (found.rowCount) return;
    const unfinished = `${template}_new`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    const made = await openPostgres({ url: urlOf(serverUrl, unfinished), onError: throwIt });
    await made.close();
    await client.query(`alter database ${unfinished} rename to ${template}`);
  });
}

async function onServer<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
