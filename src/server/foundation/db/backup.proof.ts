import { sql } from "drizzle-orm";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  balanceOfAnna,
  creditAnna,
  makePlace,
  restoreInto,
  type TestPlace,
  withDatabase,
} from "../../../../tests/support/place.ts";
import { backUp } from "./backup.ts";
import { rowsOf } from "./database.ts";
import { OperatorError } from "./operator-error.ts";
import { sqlState } from "./transaction.ts";

const serverUrl = process.env["TEST_DATABASE_URL"];
let place: TestPlace;
const file = () => join(place.folder, "copy");

beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

const credit = (reference: string) => creditAnna(place, reference);
const balance = () => balanceOfAnna(place);

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

    await restoreInto(place, file());
    expect(await balance()).toBe(5n);
    await credit("second");
    expect(await balance()).toBe(10n);
    const deleting = withDatabase(place, (db) => db.execute(sql`delete from ledger_entries`));
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
      await restoreInto(place, file());
      expect(await withDatabase(place, (db) => rowsOf(db, sql`select n from committed`))).toEqual([{ n: 7 }]);
    },
    60_000,
  );

  it.skipIf(serverUrl)(
    "larger than the memory that it takes is made and brought back",
    async () => {
      await withDatabase(place, (db) =>
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
      await restoreInto(place, file());
      expect(
        await withDatabase(place, (db) => rowsOf(db, sql`select count(*)::int as n from large`)),
      ).toEqual([{ n: 150_000 }]);
    },
    240_000,
  );

  it("carries the seed key beside it, both readable by their owner alone", async () => {
    await credit("first");
    writeFileSync(join(place.dataDir, "seed-key"), "a".repeat(32), { mode: 0o600 });
    expect(await backUp(place, file())).toEqual({ hasSeedKey: true });
    expect([file(), `${file()}.seed-key`].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);

    writeFileSync(join(place.dataDir, "seed-key"), "b".repeat(32));
    await expect(restoreInto(place, file(), false)).rejects.toThrow("is another key");
    expect(await restoreInto(place, file())).toMatchObject({ hasSeedKey: true });
    const keys = readdirSync(place.dataDir).filter((name) => name.startsWith("seed-key"));
    const contents = keys.toSorted().map((name) => readFileSync(join(place.dataDir, name), "utf8"));
    expect(contents).toEqual(["a".repeat(32), "b".repeat(32)]);
  }, 60_000);

  it("never overwrites unasked", async () => {
    await credit("first");
    await backUp(place, file());
    await expect(backUp(place, file())).rejects.toThrow("exists already");
    await expect(restoreInto(place, file(), false)).rejects.toThrow("--replace");
    expect(await balance()).toBe(5n);

    writeFileSync(join(place.dataDir, "seed-key"), "a".repeat(32), { mode: 0o600 });
    const other = join(place.folder, "other");
    writeFileSync(`${other}.seed-key`, "the only copy of another key");
    const refused: unknown = await backUp(place, other).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OperatorError);
    expect(refused).toMatchObject({ message: `${other}.seed-key exists already.` });
    expect(readdirSync(place.folder).filter((name) => name.startsWith("other"))).toEqual(["other.seed-key"]);
    expect(readFileSync(`${other}.seed-key`, "utf8")).toBe("the only copy of another key");
  }, 60_000);

  it("says in a line, with the whole path, that its file cannot be written", async () => {
    const away = join(place.folder, "away", "copy");
    const refused: unknown = await backUp(place, relative(process.cwd(), away)).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(OperatorError);
    expect(refused).toMatchObject({ message: `${away} cannot be written.` });
  });

  it("a database in use is not replaced", async () => {
    await credit("first");
    await backUp(place, file());
    await withDatabase(place, async () => {
      await expect(restoreInto(place, file())).rejects.toThrow(/in use|is using/);
    });
  }, 60_000);
});
