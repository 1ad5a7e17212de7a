import { randomUUID } from "node:crypto";
import pg from "pg";
import type { OpenDatabase } from "../../src/server/foundation/db/database.ts";
import { openInMemory } from "../../src/server/foundation/db/open-embedded.ts";
import { openPostgres } from "../../src/server/foundation/db/open-postgres.ts";
import { databaseImage, schemaVersion } from "./database-image.ts";

export type TestDatabase = Omit<OpenDatabase, "tidy">;

/** A fresh database with the schema: embedded in memory, or on the server given by TEST_DATABASE_URL. */
export function openTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env["TEST_DATABASE_URL"];
  return serverUrl ? openOnServer(serverUrl) : openEmbedded();
}

// ---------------------------------------------------------------- embedded

async function openEmbedded(): Promise<TestDatabase> {
  return openInMemory(await databaseImage());
}

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

/** A separate database on a server, cloned from a template that has the schema and to which nobody is connected. */
export async function makeOnServer(serverUrl: string) {
  const template = `furlong_template_${schemaVersion()}`;
  await makeTemplate(serverUrl, template);
  const name = `furlong_test_${randomUUID().replaceAll("-", "")}`;
  await onServer(serverUrl, async (client) => {
    // Copying files takes checkpoints, which are cheap only on a server that does not sync them to the disk.
    const { rows } = await client.query<{ fsync: string }>("show fsync");
    const strategy = rows[0]?.fsync === "off" ? "file_copy" : "wal_log";
    await client.query(`create database ${name} template ${template} strategy ${strategy}`);
  });
  return {
    url: urlOf(serverUrl, name),
    drop: async () => {
      await onServer(serverUrl, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** Test files run in separate processes; the first creates the template, the others wait for it. */
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
