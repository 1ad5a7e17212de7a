import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  balanceOfAnna,
  creditAnna,
  makePlace,
  restoreInto,
  schemasOf,
  type TestPlace,
  withDatabase,
} from "../../../../tests/support/place.ts";
import { randomOf } from "../../../../tests/simulator/random.ts";
import { systemClock as clock } from "../../adapters/clock.ts";
import { auditStart } from "../../features/audit/audit-start.ts";
import { backUp } from "./backup.ts";
import { sealBackup } from "./backup-file.ts";
import { connectToPostgres, RESTORE } from "./open-postgres.ts";

const { PATH } = process.env;
const random = randomOf(20_261_128n);
let place: TestPlace;
let whole: Buffer;
let before: Awaited<ReturnType<typeof look>>;
const path = (name: string) => join(place.folder, name);

/** What a restore that is refused must leave as it is. */
const look = async () => ({
  balance: await balanceOfAnna(place),
  schemas: place.databaseUrl === null ? [] : await schemasOf(place),
  files: readdirSync(place.dataDir).toSorted(),
});

beforeAll(async () => {
  place = await makePlace();
  const start = { version: "1", network: "localnet" } as const;
  for (let n = 0; n < 3; n += 1) await withDatabase(place, (db) => auditStart({ db, clock }, start));
  await creditAnna(place, "first");
  await backUp(place, path("whole"));
  whole = readFileSync(path("whole"));
  await creditAnna(place, "second");
  before = await look();
});
afterEach(() => {
  process.env["PATH"] = PATH;
});
afterAll(() => place.remove());

/** A copy whose checksum is right, of a database that has been damaged. */
async function backUpDamaged(name: string, damage: string) {
  const other = await makePlace();
  try {
    await restoreInto(other, path("whole"));
    await withDatabase(other, async (db) => {
      for (const statement of damage.split(";")) await db.execute(sql.raw(statement));
    });
    await backUp(other, path(name));
  } finally {
    await other.remove();
  }
}

describe("OPERATE-8 a restore refuses and leaves everything as it was", () => {
  it("a copy that was cut at any of 100 places, or has any of 100 bits flipped", async () => {
    for (let n = 0; n < 100; n += 1) {
      writeFileSync(path("damaged"), whole.subarray(0, random.below(whole.length)));
      await expect(restoreInto(place, path("damaged"))).rejects.toThrow("is not a whole backup");
      const flipped = Buffer.from(whole);
      const at = random.below(whole.length);
      flipped[at] = flipped[at]! ^ (1 << random.below(8));
      writeFileSync(path("damaged"), flipped);
      await expect(restoreInto(place, path("damaged"))).rejects.toThrow("is not a whole backup");
    }
    expect(await look()).toEqual(before);
  }, 120_000);

  it.each([20, 50, 75, 97, 99])(
    "a copy cut at %i percent before its checksum was written",
    async (percent) => {
      writeFileSync(path("damaged"), whole.subarray(0, Math.floor((whole.length * percent) / 100)));
      await sealBackup(path("damaged"));
      await expect(restoreInto(place, path("damaged"))).rejects.toThrow("nothing has changed");
      expect(await look()).toEqual(before);
    },
    60_000,
  );

  it.each([
    ["an entry", "does not sum to zero|balance of", "delete from ledger_entries where account = 'user:anna'"],
    ["a balance", "balance of", "update ledger_accounts set balance = 6 where account = 'user:anna'"],
    ["an audit row", "audit log has a gap", "delete from audit_log where id = 2"],
    ["an index", "index ledger_postings_by_time", "drop index ledger_postings_by_time"],
    ["a trigger", "trigger ledger_entries.append_only", "drop trigger append_only on ledger_entries"],
    ["a constraint", "never_negative", "alter table ledger_accounts drop constraint never_negative"],
    ["a table", "table export_parts", "drop table export_parts"],
  ])(
    "a copy without %s, whose checksum is right",
    async (name, said, damage) => {
      const off = "alter table %s disable trigger user";
      const tables = ["ledger_entries", "ledger_accounts", "audit_log"];
      const switched = tables.map((table) => off.replace("%s", table)).join(";");
      await backUpDamaged(
        name,
        /^(delete|update)/.test(damage)
          ? `${switched};${damage};${switched.replaceAll("disable", "enable")}`
          : damage,
      );
      await expect(restoreInto(place, path(name))).rejects.toThrow(new RegExp(said));
      expect(await look()).toEqual(before);
    },
    60_000,
  );

  it("a copy whose reader was killed when it had brought the tables and no index", async () => {
    const program = place.databaseUrl === null ? "tar" : "pg_restore";
    const cut = place.databaseUrl === null ? "" : ` | sed '/^CREATE .*INDEX/,$d'`;
    mkdirSync(path("bin"));
    const original = `$(PATH='${PATH}' command -v ${program})`;
    writeFileSync(path(`bin/${program}`), `#!/bin/sh\n"${original}" "$@"${cut}\nkill -9 $$\n`);
    chmodSync(path(`bin/${program}`), 0o755);
    process.env["PATH"] = `${path("bin")}${delimiter}${PATH}`;
    await expect(restoreInto(place, path("whole"))).rejects.toThrow("nothing has changed");
    process.env["PATH"] = PATH;
    expect(await look()).toEqual(before);
  }, 60_000);

  it("a seed key that is not a key", async () => {
    writeFileSync(path("whole.seed-key"), "short");
    await expect(restoreInto(place, path("whole"))).rejects.toThrow("holds 5 bytes");
    rmSync(path("whole.seed-key"));
    expect(await look()).toEqual(before);
  }, 60_000);
});

describe("OPERATE-8 a restore that is killed leaves the old database or the new one, whole", () => {
  it("at any time", async () => {
    const took = await killedAfter(null);
    expect(await balanceOfAnna(place)).toBe(5n);
    await creditAnna(place, "second");
    for (let n = 0; n < 8; n += 1) {
      await killedAfter(Math.round(took * random.fraction()));
      // The opening compares the schema (OPERATE-7).
      const balance = await balanceOfAnna(place);
      expect([5n, 10n]).toContain(balance);
      if (balance === 5n) await creditAnna(place, "second");
    }
  }, 240_000);

  it("in the middle of the swap", async () => {
    if (place.databaseUrl === null) await killedAfter(null, killAtRenameTo("/database"));
    else await killWhileSwapWaits(place.databaseUrl);
    // Postgres carries out what it was told before the connection broke.
    const possible = place.databaseUrl === null ? [5n] : [5n, 10n];
    expect(possible).toContain(await balanceOfAnna(place));
    expect((await schemasOf(place)).filter((name) => name === "furlong_in_use")).toEqual([]);
    await restoreInto(place, path("whole"));
    expect(await balanceOfAnna(place)).toBe(5n);
  }, 120_000);
});

it("OPERATE-8 a restore that is killed before it puts the seed key in place leaves the one before, and is finished by another", async () => {
  const key = path("data/seed-key");
  writeFileSync(key, "b".repeat(32), { mode: 0o600 });
  writeFileSync(path("whole.seed-key"), "a".repeat(32), { mode: 0o600 });
  await creditAnna(place, "second");
  await killedAfter(null, killAtRenameTo("/seed-key"));
  expect(await balanceOfAnna(place)).toBe(5n);
  expect(readFileSync(key, "utf8")).toBe("b".repeat(32));
  await restoreInto(place, path("whole"));
  expect(await balanceOfAnna(place)).toBe(5n);
  const keys = readdirSync(place.dataDir).filter((name) => name.startsWith("seed-key"));
  const contents = keys.map((name) => readFileSync(path(`data/${name}`), "utf8"));
  expect(contents.sort()).toEqual(["a".repeat(32), "b".repeat(32), "b".repeat(32)]);
  expect(readFileSync(key, "utf8")).toBe("a".repeat(32));
  for (const name of keys) rmSync(path(`data/${name}`));
  rmSync(path("whole.seed-key"));
}, 60_000);

it.runIf(process.env["TEST_DATABASE_URL"])(
  "OPERATE-8 a restore keeps what other roles have been granted",
  async () => {
    const owner = await connectToPostgres(place.databaseUrl!, "owner");
    const reader = `reader_${new URL(place.databaseUrl!).pathname.slice(1)}`;
    const may = async (what: string) => (await owner.query(`select ${what} as may`)).rows[0].may as boolean;
    const rights = async () => ({
      schema: await may(`has_schema_privilege('${reader}', 'public', 'usage')`),
      table: await may(`has_table_privilege('${reader}', 'public.races', 'select')`),
      granting: await may(`has_table_privilege('${reader}', 'public.bets', 'select with grant option')`),
      column: await may(`has_column_privilege('${reader}', 'public.users', 'username', 'select')`),
      otherColumn: await may(`has_column_privilege('${reader}', 'public.users', 'wallet', 'select')`),
      otherTable: await may(`has_table_privilege('${reader}', 'public.settings', 'select')`),
    });
    try {
      await owner.query(`create role ${reader}; grant usage on schema public to ${reader};
        grant select on races to ${reader}; grant select on bets to ${reader} with grant option;
        grant select (username) on users to ${reader};
        alter default privileges in schema public grant select on tables to ${reader}`);
      const granted = await rights();
      expect(Object.values(granted)).toEqual([true, true, true, true, false, false]);
      await restoreInto(place, path("whole"));
      expect(await rights()).toEqual(granted);
      await owner.query("create table made_later (n int)");
      expect(await may(`has_table_privilege('${reader}', 'public.made_later', 'select')`)).toBe(true);
      await owner.query("drop table made_later");
    } finally {
      await owner.query(`drop owned by ${reader}; drop role ${reader}`);
      await owner.end();
    }
  },
  60_000,
);

it("OPERATE-8 what a restore has replaced stays, says its size and is removed by the command that it names", async () => {
  await creditAnna(place, "third");
  const { replaced } = await restoreInto(place, path("whole"));
  expect(await balanceOfAnna(place)).toBe(5n);
  expect(replaced!.bytes).toBeGreaterThan(1_000_000);
  const isThere = async () =>
    place.databaseUrl === null
      ? statSync(replaced!.name, { throwIfNoEntry: false }) !== undefined
      : (await schemasOf(place)).includes(replaced!.name.replace("the schema ", ""));
  expect(await isThere()).toBe(true);
  const removing = spawn("sh", ["-c", replaced!.removal], {
    stdio: "ignore",
    env: { ...process.env, ...(place.databaseUrl !== null && { DATABASE_URL: place.databaseUrl }) },
  });
  expect(await once(removing, "close")).toEqual([0, null]);
  expect(await isThere()).toBe(false);
}, 60_000);

it.skipIf(process.getuid?.() !== 0)(
  "LIMITS-10 what root restores belongs to the owner of the data folder",
  async () => {
    const owner = 65_534;
    chownSync(place.dataDir, owner, owner);
    writeFileSync(path("whole.seed-key"), new Uint8Array(32), { mode: 0o600 });
    await restoreInto(place, path("whole"));
    rmSync(path("whole.seed-key"));
    const made = readdirSync(place.dataDir, { recursive: true, encoding: "utf8" }).filter(
      (name) => name === "seed-key" || /^database(\/|$)/.test(name),
    );
    const others = made.filter((name) => statSync(join(place.dataDir, name)).uid !== owner);
    expect(made).toContain("seed-key");
    expect(others).toEqual([]);
    expect(statSync(join(place.dataDir, "seed-key")).mode & 0o777).toBe(0o600);
    chownSync(place.dataDir, 0, 0);
  },
  60_000,
);

const support = JSON.stringify(new URL("../../../../tests/support/place.ts", import.meta.url).href);
const restoring = `
  const { restoreInto } = await import(${support});
  const [dataDir, databaseUrl, file] = process.argv.slice(1);
  console.log("begin");
  await restoreInto({ dataDir, databaseUrl: databaseUrl || null }, file);`;
const killAtRenameTo = (end: string) => `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const real = fs.renameSync;
  fs.renameSync = (from, to) => {
    if (to.endsWith("${end}")) process.kill(process.pid, "SIGKILL");
    real(from, to);
  };
  syncBuiltinESMExports();`;

async function beginRestore(first = "") {
  const place_ = [place.dataDir, place.databaseUrl ?? "", path("whole")];
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", first + restoring, ...place_],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  return { child, ended };
}

/** Runs a restore in a process of its own, killed after so many milliseconds if not null; answers how long it ran. */
async function killedAfter(ms: number | null, first = ""): Promise<number> {
  const { child, ended } = await beginRestore(first);
  const from = performance.now();
  if (ms !== null) {
    await pause(ms);
    child.kill("SIGKILL");
  }
  await ended;
  const took = performance.now() - from;
  if (place.databaseUrl !== null) await connectionsEnd(place.databaseUrl);
  return took;
}

/** Postgres finishes what a killed restore has asked for; until then, a start is refused. */
async function connectionsEnd(url: string) {
  const client = await connectToPostgres(url, "watching");
  const open = "select from pg_stat_activity where datname = current_database() and application_name = $1";
  while ((await client.query(open, [RESTORE])).rowCount !== 0) await pause(20);
  await client.end();
}

/** Kills a restore while its transaction has renamed one schema and waits for the other. */
async function killWhileSwapWaits(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const until = async (statement: string) => {
    while ((await client.query(statement)).rowCount === 0) {
      await pause(5);
      // Within a transaction, the statistics would stay those of its first look.
      await client.query("select pg_stat_clear_snapshot()");
    }
  };
  // The one that a restore left when it was killed, which the next removes.
  await client.query("drop schema if exists furlong_restored cascade");
  const { child, ended } = await beginRestore();
  await until("select from pg_namespace where nspname = 'furlong_restored'");
  await client.query("begin; alter schema furlong_restored rename to held");
  await until(
    "select from pg_stat_activity where application_name = 'furlong-restore' and wait_event_type = 'Lock'",
  );
  child.kill("SIGKILL");
  await ended;
  await client.query("rollback");
  await client.end();
  await connectionsEnd(url);
}
