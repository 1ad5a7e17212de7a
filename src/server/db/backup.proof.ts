import { sql } from "drizzle-orm";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeOnServer } from "../../../tests/support/database.ts";
import { databaseImage, databaseImageFile } from "../../../tests/support/database-image.ts";
import { backUp, type Place, restore } from "./backup.ts";
import { type OpenDatabase, rowsOf } from "./database.ts";
import { packFolder } from "./folder-archive.ts";
import { balanceOf, post } from "../books/ledger.ts";
import { lamports, signedLamports } from "../../domain/lamports.ts";
import { openEmbedded, openInMemory, restoreEmbedded } from "./open-embedded.ts";
import { OperatorError } from "./operator-error.ts";
import { openPostgres } from "./open-postgres.ts";
import { sqlState } from "./transaction.ts";

const serverUrl = process.env["TEST_DATABASE_URL"];
let folder: string;
let place: Place;
let drop = async () => {};
const file = () => join(folder, "copy");

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "furlong-backup-"));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  if (serverUrl === undefined) {
    place = { dataDir, databaseUrl: null };
    await restoreEmbedded(dataDir, await databaseImageFile(), { replace: false });
  } else {
    const made = await makeOnServer(serverUrl);
    place = { dataDir, databaseUrl: made.url };
    drop = made.drop;
  }
});
afterEach(async () => {
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

async function withDatabase<T>(act: (opened: OpenDatabase) => Promise<T>): Promise<T> {
  const opened =
    place.databaseUrl === null
      ? await openEmbedded(place)
      : await openPostgres({ url: place.databaseUrl, maxConnections: 2, onError: () => {} });
  try {
    return await act(opened);
  } finally {
    await opened.close();
  }
}
const credit = (reference: string) =>
  withDatabase(({ db }) =>
    db.transaction((tx) =>
      post(tx, {
        reference,
        kind: "payment credited",
        ledger: "real",
        entries: [
          { account: "chain:deposit:d", lamports: signedLamports(-5n) },
          { account: "user:anna", lamports: lamports(5n) },
        ],
      }),
    ),
  );
const balance = () => withDatabase(({ db }) => balanceOf(db, "user:anna"));

const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
const commitAndDie = `
  const { openEmbedded } = await import(${module("./open-embedded.ts")});
  const { db } = await openEmbedded({ dataDir: process.argv[1] });
  await db.execute("create table committed as select 7 as n");
  process.kill(process.pid, "SIGKILL");`;
const backUpAndTellMemory = `
  const { backUp } = await import(${module("./backup.ts")});
  await backUp({ dataDir: process.argv[1], databaseUrl: null }, process.argv[2]);
  console.log(process.resourceUsage().maxRSS);`;
const sizeOf = (path: string) =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(path, name)).size)
    .reduce((total, size) => total + size, 0);

describe("a backup", () => {
  it("brings the database back as it was, guards and counters included", async () => {
    await credit("first");
    await backUp(place, file());
    await credit("second");
    expect(await balance()).toBe(10n);

    await restore(place, file(), { replace: true });
    expect(await balance()).toBe(5n);
    await credit("second");
    expect(await balance()).toBe(10n);
    const deleting = withDatabase(({ db }) => db.execute(sql`delete from ledger_entries`));
    expect(await deleting.catch(sqlState)).toBe("23001");
  }, 60_000);

  it.skipIf(serverUrl)(
    "of a folder whose server was killed holds what was committed",
    async () => {
      // Killed without closing, so its log was not flushed into the tables.
      const killed = spawnSync(
        process.execPath,
        ["--import", "tsx", "--input-type=module", "--eval", commitAndDie, place.dataDir],
        { stdio: "inherit" },
      );
      expect(killed.signal).toBe("SIGKILL");
      await backUp(place, file());
      await restore(place, file(), { replace: true });
      expect(await withDatabase(({ db }) => rowsOf(db, sql`select n from committed`))).toEqual([{ n: 7 }]);
    },
    60_000,
  );

  it.skipIf(serverUrl)(
    "larger than the memory that it takes is made and brought back",
    async () => {
      await withDatabase(({ db }) =>
        db.execute(
          sql`create table large as select md5(n::text) || repeat('x', 1900) as text from generate_series(1, 150000) as n`,
        ),
      );
      const made = spawnSync(
        process.execPath,
        ["--import", "tsx", "--input-type=module", "--eval", backUpAndTellMemory, place.dataDir, file()],
        { encoding: "utf8" },
      );
      expect(made.stderr).toBe("");
      const [peak, size] = [Number(made.stdout) * 1024, sizeOf(join(place.dataDir, "database"))];
      expect(size).toBeGreaterThan(300_000_000);
      expect(peak).toBeGreaterThan(10_000_000);
      expect(peak).toBeLessThan(300_000_000);
      await restore(place, file(), { replace: true });
      expect(await withDatabase(({ db }) => rowsOf(db, sql`select count(*)::int as n from large`))).toEqual([
        { n: 150_000 },
      ]);
    },
    240_000,
  );

  it.skipIf(serverUrl)(
    "made by an earlier version, with the database's own copy, is brought back",
    async () => {
      const image = await databaseImage();
      const earlier = await openInMemory(image);
      const copied = await earlier.dump("gzip");
      await earlier.close();
      writeFileSync(file(), Buffer.from(await copied.arrayBuffer()));
      await credit("first");
      await restore(place, file(), { replace: true });
      expect(await balance()).toBe(0n);
    },
    60_000,
  );

  it.skipIf(serverUrl)(
    "that is cut off, or of something else, replaces nothing and leaves nothing",
    async () => {
      await credit("first");
      await backUp(place, file());
      writeFileSync(join(folder, "cut"), readFileSync(file()).subarray(0, 100_000));
      await expect(restore(place, join(folder, "cut"), { replace: true })).rejects.toThrow(OperatorError);
      await packFolder(mkdtempSync(join(folder, "empty-")), join(folder, "other"));
      await expect(restore(place, join(folder, "other"), { replace: true })).rejects.toThrow("is not a copy");
      expect(await balance()).toBe(5n);
      await expect(backUp({ ...place, dataDir: folder }, join(folder, "none"))).rejects.toThrow(
        "no database",
      );
      expect(readdirSync(folder).filter((name) => name.startsWith("none"))).toEqual([]);
    },
    60_000,
  );

  it("carries the seed key beside it, both readable by their owner alone", async () => {
    await credit("first");
    writeFileSync(join(place.dataDir, "seed-key"), "key", { mode: 0o600, flag: "w" });
    expect(await backUp(place, file())).toEqual({ hasSeedKey: true });
    expect([file(), `${file()}.seed-key`].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);

    writeFileSync(join(place.dataDir, "seed-key"), "other key");
    await expect(restore(place, file(), { replace: false })).rejects.toThrow("is another key");
    expect(await restore(place, file(), { replace: true })).toEqual({ hasSeedKey: true });
    expect(readFileSync(join(place.dataDir, "seed-key"), "utf8")).toBe("key");
  }, 60_000);

  it("never overwrites unasked", async () => {
    await credit("first");
    await backUp(place, file());
    await expect(backUp(place, file())).rejects.toThrow("exists already");
    await expect(restore(place, file(), { replace: false })).rejects.toThrow("--replace");
    writeFileSync(join(folder, "text"), "no copy");
    await expect(restore(place, join(folder, "text"), { replace: true })).rejects.toThrow("is not a copy");
    expect(await balance()).toBe(5n);
  }, 60_000);

  it("a database in use is not replaced", async () => {
    await credit("first");
    await backUp(place, file());
    await withDatabase(async () => {
      await expect(restore(place, file(), { replace: true })).rejects.toThrow(/in use|is using/);
    });
  }, 60_000);
});
