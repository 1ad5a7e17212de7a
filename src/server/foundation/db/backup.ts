import { execFileSync } from "node:child_process";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { sealBackup } from "./backup-file.ts";
import { copyDurably, syncPath } from "./durable-folder.ts";
import { copyEmbedded } from "./open-embedded.ts";
import { OperatorError } from "./operator-error.ts";
import { giveToOwnerOf } from "./private-folder.ts";

/** Which database: the one in the data folder, or the server's if there is a URL. */
export interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}

/** Without this file the seeds of the seed chain cannot be read; it is copied next to the backup. */
export const seedKeyOf = ({ dataDir }: Pick<Place, "dataDir">) => join(dataDir, "seed-key");
export const seedKeyBeside = (file: string) => `${file}.seed-key`;

/** Its time of change is that of the last backup (rule OPERATE-9). */
export const lastBackupOf = (dataDir: string) => join(dataDir, "last-backup");

/**
 * Writes a consistent copy to `file`, which must not exist yet. A Postgres server keeps working meanwhile; the embedded
 * database must be closed. An OperatorError says what prevents the backup.
 */
export async function backUp(place: Place, file: string): Promise<{ hasSeedKey: boolean }> {
  for (const path of [file, seedKeyBeside(file)]) {
    if (existsSync(path)) throw new OperatorError(`${path} exists already.`);
  }
  const hasSeedKey = existsSync(seedKeyOf(place));
  const unfinished = `${file}.unfinished`;
  try {
    writeFileSync(unfinished, "", { mode: 0o600 });
  } catch (cause) {
    throw new OperatorError(`${resolve(file)} cannot be written.`, { cause });
  }
  try {
    if (place.databaseUrl === null) await copyEmbedded(place.dataDir, unfinished);
    else dumpServer(place.databaseUrl, unfinished);
    await sealBackup(unfinished);
    await syncPath(unfinished);
    if (hasSeedKey) await copyDurably(seedKeyOf(place), seedKeyBeside(file));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  renameSync(unfinished, file);
  await syncPath(dirname(file));
  if (existsSync(place.dataDir)) {
    writeFileSync(lastBackupOf(place.dataDir), `${file}\n`);
    giveToOwnerOf(place.dataDir, lastBackupOf(place.dataDir));
  }
  return { hasSeedKey };
}

/** The schemas that a restore sets aside are not copied. */
function dumpServer(databaseUrl: string, file: string) {
  const { url, env } = connectionOf(databaseUrl);
  const format = ["--format=custom", "--no-owner", "--no-privileges", "--schema=public"];
  try {
    execFileSync("pg_dump", [...format, `--file=${file}`, `--dbname=${url}`], {
      env,
      stdio: ["ignore", "inherit", "inherit"],
    });
  } catch (error) {
    throw programFailure("pg_dump", error);
  }
}

/** The password is passed in the environment: every user of the machine can see arguments. */
export function connectionOf(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const PGPASSWORD = decodeURIComponent(url.password);
  url.password = "";
  return { url: url.href, env: { ...process.env, ...(PGPASSWORD && { PGPASSWORD }) } };
}

export function programFailure(program: string, error: unknown) {
  const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
  return new OperatorError(
    isMissing
      ? `${program} is not installed. Install the Postgres client programs, e.g. apt-get install postgresql-client.`
      : `${program} failed.`,
    { cause: error },
  );
}
