import { sql } from "drizzle-orm";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseImage, unpackDatabase } from "../../../../tests/support/database-image.ts";
import { rowsOf } from "./database.ts";
import { openEmbedded, openInMemory } from "./open-embedded.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "furlong-data-"));
  await unpackDatabase(dataDir);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

// Running this once is enough: it does not change when the tests use a Postgres server.
describe.skipIf(process.env["TEST_DATABASE_URL"])("the embedded database", () => {
  it("INV-9 has every acknowledged commit after its process was killed, again and again", async () => {
    for (let round = 1; round <= 2; round += 1) {
      const acknowledged = await commitUntilKilled(40 * round);
      const opened = await openEmbedded({ dataDir });
      const [stored] = await rowsOf<{ count: number; last: number }>(
        opened.db,
        sql`select count(*)::int as count, max(n) as last from commits`,
      );
      await opened.close();
      expect(stored!.last).toBeGreaterThanOrEqual(acknowledged);
      expect(stored!.count).toBe(stored!.last);
    }
  }, 120_000);

  it("LIMITS-10 makes files for its owner alone, at first and later, though Postgres asks for others", async () => {
    const opened = await openEmbedded({ dataDir });
    await opened.db.execute(sql`create table later as select generate_series(1, 20000) as n`);
    await opened.tidy();
    await opened.close();
    const folder = join(dataDir, "database");
    const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
      join(folder, name),
    );
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((path) => (lstatSync(path).mode & 0o077) !== 0)).toEqual([]);
  });

  it("syncs its log to the disk at each commit", async () => {
    const opened = await openEmbedded({ dataDir });
    await opened.db.execute(sql`create table commits (n int)`);
    const syncs = await syncsDuring(async () => {
      for (let n = 0; n < 50; n += 1) await opened.db.execute(sql`insert into commits values (${n})`);
    });
    expect(syncs).toBeGreaterThanOrEqual(50);
    expect(syncs).toBeLessThan(60);
    expect(await syncsDuring(() => opened.db.execute(sql`select count(*) from commits`))).toBe(0);
    await opened.close();
  });

  it("empties its log and clears dead rows when it is tidied", async () => {
    const opened = await openEmbedded({ dataDir });
    await opened.db.execute(sql`create table counters (n int)`);
    await opened.db.execute(sql`insert into counters select generate_series(1, 500)`);
    await opened.db.execute(sql`update counters set n = n + 1`);
    await opened.db.execute(sql`select pg_stat_force_next_flush()`);
    const state = sql`select redo_lsn::text, (select last_vacuum from pg_stat_user_tables where relname = 'counters')
                        from pg_control_checkpoint()`;
    const [before] = await rowsOf(opened.db, state);
    await opened.tidy();
    const [after] = await rowsOf(opened.db, state);
    expect(before!["last_vacuum"]).toBeNull();
    expect(after!["last_vacuum"]).not.toBeNull();
    expect(after!["redo_lsn"]).not.toBe(before!["redo_lsn"]);
    await opened.close();
  });

  it("lets the event loop turn after each table that it tidies", async () => {
    const opened = await openEmbedded({ dataDir });
    const tables = ["one", "two", "three", "four"];
    for (const table of tables) {
      await opened.db.execute(sql.raw(`create table ${table} as select generate_series(1, 500) as n`));
      await opened.db.execute(sql.raw(`update ${table} set n = n + 1`));
    }
    await opened.db.execute(sql`select pg_stat_force_next_flush()`);
    let turns = 0;
    let next: NodeJS.Immediate;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    next = setImmediate(count);
    await opened.tidy();
    clearImmediate(next);
    // A vacuum and an analyze for each table.
    expect(turns).toBeGreaterThanOrEqual(2 * tables.length);
    await opened.close();
  });

  it("refuses a query beside the task's own transaction, which would wait for ever, and no other", async () => {
    const { db, close } = await openInMemory(await databaseImage());
    const one = sql`select 1 as one`;
    await expect(db.transaction(() => db.transaction(() => Promise.resolve()))).rejects.toThrow(
      "use the transaction's tx",
    );
    const nested = db.transaction(() => db.execute(one));
    const beside = db.execute(one);
    await expect(nested).rejects.toMatchObject({
      cause: { message: expect.stringContaining("use the transaction's tx") },
    });
    expect((await beside).rows).toEqual([{ one: 1 }]);
    expect((await db.transaction((tx) => tx.execute(one))).rows).toEqual([{ one: 1 }]);
    await close();
  });

  it("starts anew when its first start was cut short", async () => {
    rmSync(join(dataDir, "database"), { recursive: true });
    mkdirSync(join(dataDir, "database.new-empty"));
    writeFileSync(join(dataDir, "database.new-empty", "PG_VERSION"), "18\n");
    const opened = await openEmbedded({ dataDir });
    expect(await rowsOf(opened.db, sql`select count(*)::int as n from races`)).toEqual([{ n: 0 }]);
    await opened.close();
  });

  it("OPERATE-8 finishes a restore that was cut short between its two renames, and no other", async () => {
    const stamps = ["20261124t090000000z", "20261125t090000000z", "20261126t090000000z"];
    const [earlier, interrupted, unfinished] = stamps.map((stamp) =>
      join(dataDir, `database.before-${stamp}`),
    );
    mkdirSync(earlier!);
    mkdirSync(interrupted!);
    mkdirSync(unfinished!.replace("before", "new"));
    renameSync(join(dataDir, "database"), interrupted!.replace("before", "new"));
    const opened = await openEmbedded({ dataDir });
    await opened.close();
    expect(readdirSync(dataDir)).not.toContain(basename(interrupted!.replace("before", "new")));
  });
});

/** Starts a process that commits in a loop, kills it after `count` acknowledged commits, and answers the last one. */
async function commitUntilKilled(count: number): Promise<number> {
  const program = fileURLToPath(new URL("../../../../tests/support/committing-process.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", program, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let acknowledged = 0;
  let lines = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged = Number(line);
    lines += 1;
    if (lines === count) child.kill("SIGKILL");
  }
  await ended;
  expect(lines).toBeGreaterThanOrEqual(count);
  return acknowledged;
}

/** Counts the calls of fdatasync that reach Node's own file system. */
async function syncsDuring(act: () => Promise<unknown>): Promise<number> {
  const real = fs.fdatasyncSync;
  let syncs = 0;
  fs.fdatasyncSync = (file) => {
    syncs += 1;
    real(file);
  };
  syncBuiltinESMExports();
  try {
    await act();
  } finally {
    fs.fdatasyncSync = real;
    syncBuiltinESMExports();
  }
  return syncs;
}
