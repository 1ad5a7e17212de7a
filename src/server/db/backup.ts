import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  copyFileSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { syncPath } from "./durable-folder.ts";
import { copyEmbedded, restoreEmbedded } from "./open-embedded.ts";
import { OperatorError } from "./operator-error.ts";

/** Which database: the one in the data folder, or the server's if there is a URL. */
export interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

/** Without this file the seeds of the seed chain cannot be read; it is copied next to the backup. */
const seedKeyOf = ({ dataDir }: Place) => join(dataDir, "seed-key");
const seedKeyBeside = (file: string) => `${file}.seed-key`;

/**
 * Writes a consistent copy to `file`, which must not exist yet. A Postgres server keeps working meanwhile; the embedded
 * database must be closed. An OperatorError says what prevents the backup.
 */
export async function backUp(place: Place, file: string): Promise<{ hasSeedKey: boolean }> {
  if (existsSync(file)) throw new OperatorError(`${file} exists already.`);
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, "", { mode: 0o600 });
  try {
    if (place.databaseUrl === null) await copyEmbedded(place.dataDir, unfinished);
    else dumpServer(place.databaseUrl, unfinished);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  const hasSeedKey = existsSync(seedKeyOf(place));
  if (hasSeedKey) copyFileSync(seedKeyOf(place), seedKeyBeside(file), constants.COPYFILE_EXCL);
  await syncPath(unfinished);
  renameSync(unfinished, file);
  await syncPath(dirname(file));
  return { hasSeedKey };
}

/**
 * Replaces the database with a copy. The server must not be running. Refuses a place that holds data, unless `replace`
 * is set; then the old data is removed only once the copy is in.
 */
export async function restore(
  place: Place,
  file: string,
  { replace }: { replace: boolean },
): Promise<{ hasSeedKey: boolean }> {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`);
  const key = seedKeyOf(place);
  const isOtherKey =
    existsSync(seedKeyBeside(file)) &&
    existsSync(key) &&
    !readFileSync(key).equals(readFileSync(seedKeyBeside(file)));
  if (isOtherKey && !replace) {
    throw new OperatorError(
      `${key} is another key than the backup's. Give --replace to put the backup's in its place.`,
    );
  }
  const kind = kindOf(file);
  if (place.databaseUrl === null) {
    if (kind !== "embedded") throw new OperatorError(`${file} is not a copy of an embedded database.`);
    await restoreEmbedded(place.dataDir, file, { replace });
  } else {
    if (kind !== "postgres") throw new OperatorError(`${file} is not a copy of a Postgres database.`);
    await restoreServer(place.databaseUrl, file, replace);
  }
  if (existsSync(seedKeyBeside(file))) {
    copyFileSync(seedKeyBeside(file), key);
    await syncPath(key);
  }
  return { hasSeedKey: existsSync(key) };
}

function kindOf(file: string): "embedded" | "postgres" | null {
  const head = Buffer.alloc(5);
  const opened = openSync(file, "r");
  readSync(opened, head);
  closeSync(opened);
  if (head.toString("latin1") === "PGDMP") return "postgres";
  return head[0] === 0x1f && head[1] === 0x8b ? "embedded" : null;
}

// ---------------------------------------------------------------- Postgres, using its own programs

/** The password is passed in the environment: every user of the machine can see arguments. */
function connection(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const PGPASSWORD = decodeURIComponent(url.password);
  url.password = "";
  return { url: url.href, env: { ...process.env, ...(PGPASSWORD && { PGPASSWORD }) } };
}

function dumpServer(databaseUrl: string, file: string) {
  const { url, env } = connection(databaseUrl);
  try {
    execFileSync(
      "pg_dump",
      ["--format=custom", "--no-owner", "--no-privileges", `--file=${file}`, `--dbname=${url}`],
      { env, stdio: ["ignore", "inherit", "inherit"] },
    );
  } catch (error) {
    throw programFailure("pg_dump", error);
  }
}

/** In one transaction: either the whole copy is in, or nothing has changed. */
async function restoreServer(databaseUrl: string, file: string, replace: boolean) {
  await refuseUsedServer(databaseUrl, replace);
  const { url, env } = connection(databaseUrl);
  const emptied = "set client_min_messages = warning; drop schema public cascade; create schema public";
  const reader = spawn("pg_restore", ["--no-owner", "--no-privileges", "--file=-", file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const writer = spawn(
    "psql",
    [
      "-X",
      "-q",
      "-v",
      "ON_ERROR_STOP=1",
      "--single-transaction",
      "-c",
      emptied,
      "-f",
      "-",
      `--dbname=${url}`,
    ],
    { env, stdio: [reader.stdout, "ignore", "inherit"] },
  );
  const exits = await Promise.all(
    [reader, writer].map((program) =>
      once(program, "exit").then(
        ([status]) => status as number,
        (error: unknown) => {
          throw programFailure(program.spawnfile, error);
        },
      ),
    ),
  );
  if (exits.some((status) => status !== 0))
    throw new OperatorError("The copy could not be put in; nothing has changed.");
}

async function refuseUsedServer(databaseUrl: string, replace: boolean) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const count = async (what: string) =>
      (await client.query<{ n: number }>(`select count(*)::int as n from ${what}`)).rows[0]?.n ?? 0;
    const connections =
      "pg_stat_activity where datname = current_database() and application_name = 'furlong'";
    // The connections of a server that has just stopped disappear a moment later.
    for (let tries = 1; (await count(connections)) > 0; tries += 1) {
      if (tries === 10) throw new OperatorError("A server is using the database. Stop it first.");
      await client.query("select pg_sleep(0.2)");
    }
    if (!replace && (await count("pg_tables where schemaname = 'public'")) > 0) {
      throw new OperatorError("The database holds data. Give --replace to put the copy in its place.");
    }
  } finally {
    await client.end();
  }
}

function programFailure(program: string, error: unknown) {
  const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
  return new OperatorError(
    isMissing
      ? `${program} is not installed. Install the Postgres client programs, e.g. apt-get install postgresql-client.`
      : `${program} failed.`,
    { cause: error },
  );
}
