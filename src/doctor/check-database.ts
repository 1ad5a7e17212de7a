import { existsSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Config } from "../server/foundation/config.ts";
import { namesOf } from "../server/foundation/db/catalog.ts";
import type { Db } from "../server/foundation/db/database.ts";
import { compareWithVersion, migrationsFolder } from "../server/foundation/db/migrate.ts";
import { check, failed, type Finding, fine, skipped, warn } from "./check.ts";

const OLDEST_SERVER = 150_000;
const SLOW_MS = 20;
const MAX_CLOCK_DIFFERENCE_MS = 2_000;

/** Checks the database, changes nothing permanently, and applies no migration (rule OPERATE-3). */
export async function checkDatabase(
  { databaseUrl, dataDir, network }: Pick<Config, "databaseUrl" | "dataDir" | "network">,
  nowMs: () => number,
): Promise<readonly Finding[]> {
  if (databaseUrl === null) {
    return [
      await check("database", () =>
        existsSync(join(dataDir, "database"))
          ? skipped("It is embedded: only its server can check it, and reports at /api/health/ready.")
          : warn("It is embedded and does not exist yet; the first start creates it."),
      ),
    ];
  }
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  // A broken connection is reported by the call that it breaks.
  client.on("error", () => {});
  const reached = await check("database", async () => {
    await client.connect();
    return describeServer(client, nowMs);
  });
  if (reached.status === "failed") return [reached];
  try {
    return [
      reached,
      await check("database writes", async () => {
        await client.query("begin");
        await client.query("create table doctor_probe (id int)");
        await client.query("rollback");
        return fine("A table can be created, as migrations require.");
      }),
      await check("database clock", async () => {
        const { rows } = await client.query("select extract(epoch from clock_timestamp()) * 1000 as at");
        return compareClocks(Number(rows[0].at) - nowMs());
      }),
      await check("database settings", async () => {
        const { rows } = await client.query(
          "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits",
        );
        const { fsync, commits } = rows[0];
        return fsync === "on" && commits !== "off"
          ? fine("A commit is on the disk before it is answered.")
          : failed(`fsync is ${fsync}, synchronous_commit ${commits}: a crash would lose bets.`);
      }),
      await check("database schema", () => compareSchema(client)),
      await check("database's network", async () => {
        if (!(await hasTable(client, "settings"))) return skipped("The database is empty.");
        const { rows } = await client.query("select value from settings where key = 'network'");
        const stored = rows[0]?.value ?? null;
        if (stored === null || stored === network)
          return fine(stored ?? "It does not belong to a network yet.");
        return failed(
          `It belongs to ${stored}, but SOLANA_NETWORK is ${network}: the server will not start.`,
        );
      }),
    ];
  } finally {
    await client.end();
  }
}

/** The settings that admins have stored; empty if the database cannot be read, which another check reports. */
export async function readStoredSettings(
  databaseUrl: string | null,
): Promise<readonly { key: string; value: string }[]> {
  if (databaseUrl === null) return [];
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query("select key, value from settings")).rows;
  } catch {
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function describeServer(client: pg.Client, nowMs: () => number) {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  );
  const { number, name } = rows[0];
  if (number < OLDEST_SERVER) return failed(`Postgres ${name} is too old; Furlong needs 15 or newer.`);
  const times: number[] = [];
  for (let call = 0; call < 10; call += 1) {
    const from = nowMs();
    await client.query("select 1");
    times.push(nowMs() - from);
  }
  const middle = times.toSorted((a, b) => a - b)[5] ?? 0;
  const said = `Postgres ${name} answers in ${middle.toFixed(1)} ms`;
  return middle > SLOW_MS
    ? warn(`${said}: it is far away, and every bet queries it several times.`)
    : fine(said);
}

export function compareClocks(differenceMs: number) {
  const seconds = (Math.abs(differenceMs) / 1000).toFixed(1);
  if (Math.abs(differenceMs) <= MAX_CLOCK_DIFFERENCE_MS)
    return fine(`${seconds} s apart from this machine's`);
  return failed(
    `It is ${seconds} s ${differenceMs > 0 ? "ahead of" : "behind"} this machine's clock: run a time service on both.`,
  );
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query("select to_regclass($1) as found", [name]);
  return rows[0].found !== null;
}

async function compareSchema(client: pg.Client) {
  const steps = readMigrationFiles({ migrationsFolder });
  if (!(await hasTable(client, "schema_migrations"))) {
    return fine(`It is empty; the first start runs ${steps.length} steps.`);
  }
  const { rows } = await client.query("select hash from schema_migrations order by position");
  const foreign = rows.findIndex(({ hash }, index) => steps[index]?.hash !== hash);
  if (foreign !== -1)
    return failed(`Its step ${foreign} is from another version of Furlong: run that version.`);
  const waiting = steps.length - rows.length;
  if (waiting > 0) return warn(`The next start will run ${waiting} steps.`);
  const db: Db = drizzle({ client });
  const { missing, extra } = await db.transaction(compareWithVersion);
  if (missing.length > 0)
    return failed(`It is damaged. Missing or altered: ${namesOf(missing)}. Restore a backup.`);
  return extra.length > 0
    ? warn(`All ${steps.length} steps, and what this version did not make: ${namesOf(extra)}.`)
    : fine(`All ${steps.length} steps, and everything that they make`);
}
