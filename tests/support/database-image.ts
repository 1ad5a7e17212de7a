import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { migrationsFolder } from "../../src/server/foundation/db/migrate.ts";
import { readRoutines } from "../../src/server/foundation/db/routines.ts";
import { makeFolderPrivate } from "../../src/server/foundation/db/private-folder.ts";
import { openInMemory } from "../../src/server/foundation/db/open-embedded.ts";

const cacheFolder = fileURLToPath(new URL("../../node_modules/.cache/test-database", import.meta.url));

let image: Promise<Blob> | null = null;

/**
 * A fresh embedded database in the form that `openInMemory` takes. Creating one takes seconds, copying one a fraction
 * of that: the copy is reused for as long as it fits the schema.
 */
export function databaseImage(): Promise<Blob> {
  image ??= databaseImageFile().then((file) => new Blob([readFileSync(file)]));
  return image;
}

/** Gives a data folder a copy of a fresh database. */
export async function unpackDatabase(dataDir: string): Promise<void> {
  const database = join(dataDir, "database");
  mkdirSync(database, { mode: 0o700 });
  execFileSync("tar", ["-xf", await databaseImageFile(), "-C", database], { stdio: "ignore" });
  makeFolderPrivate(database);
}

/** Path of the same image as a tar, created if there is none yet. */
async function databaseImageFile(): Promise<string> {
  const name = `${schemaVersion()}.tar`;
  if (!existsSync(join(cacheFolder, name))) await makeImage(name);
  return join(cacheFolder, name);
}

/** Removes what makes opening slow and no test needs: half of the files, and memory that has to be cleared. */
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
  // Another process may be reading this same image.
  for (const other of readdirSync(cacheFolder)) {
    if (other.endsWith(".tar") && other !== name) rmSync(join(cacheFolder, other), { force: true });
  }
  const unfinished = join(cacheFolder, `${name}.${randomUUID()}`);
  writeFileSync(unfinished, Buffer.from(await dumped.arrayBuffer()));
  renameSync(unfinished, join(cacheFolder, name));
}

/** Changes with the migrations and routines, the version of the embedded database, and the adjustments made to it. */
export function schemaVersion(): string {
  const hash = createHash("sha256").update(lightening.join());
  for (const file of [lockFile, migrateFile, routinesFile]) hash.update(readFileSync(file));
  hash.update(readRoutines().hash);
  for (const name of readdirSync(migrationsFolder).sort()) {
    if (name.endsWith(".sql")) hash.update(readFileSync(join(migrationsFolder, name)));
  }
  return hash.digest("hex").slice(0, 20);
}

/** They make tables too. */
const migrateFile = join(dirname(migrationsFolder), "migrate.ts");
const routinesFile = join(dirname(migrationsFolder), "routines.ts");
const lockFile = fileURLToPath(new URL("../../package-lock.json", import.meta.url));
