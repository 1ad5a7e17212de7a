import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOnServer, openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { openRelay } from "../../../../tests/support/relay.ts";
import { type Db, rowsOf } from "./database.ts";
import { openPostgres } from "./open-postgres.ts";
import { CommitOutcomeUnknown, inTransaction, sqlState } from "./transaction.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.execute(sql`create table notes (text text primary key)`);
});
afterAll(() => database.close());

const raise = (state: string) =>
  sql`do ${sql.raw(`$$ begin raise exception 'no' using errcode = '${state}'; end $$`)}`;

describe("a transaction", () => {
  it.each(["40001", "40P01"])("is run again after a conflict (%s), and leaves one trace", async (state) => {
    let runs = 0;
    const answer = await inTransaction(database.db, async (tx) => {
      await tx.execute(sql`insert into notes values (${state})`);
      runs += 1;
      if (runs < 3) await tx.execute(raise(state));
      return "done";
    });
    expect([answer, runs]).toEqual(["done", 3]);
    const notes = await rowsOf(database.db, sql`select text from notes where text = ${state}`);
    expect(notes).toEqual([{ text: state }]);
  });

  it("is given up after five conflicts", async () => {
    let runs = 0;
    const endless = inTransaction(database.db, async (tx) => {
      runs += 1;
      await tx.execute(raise("40001"));
    });
    await expect(endless.catch(sqlState)).resolves.toBe("40001");
    expect(runs).toBe(5);
  });

  it("is not run again after any other failure, and leaves nothing", async () => {
    let runs = 0;
    const failing = inTransaction(database.db, async (tx) => {
      runs += 1;
      await tx.execute(sql`insert into notes values ('lost')`);
      await tx.execute(raise("23505"));
    });
    await expect(failing.catch(sqlState)).resolves.toBe("23505");
    expect(runs).toBe(1);
    expect(await rowsOf(database.db, sql`select text from notes where text = 'lost'`)).toEqual([]);
  });

  it("a commit that the database refuses is a plain failure", async () => {
    await database.db.execute(
      sql`create table strict (n int constraint once unique deferrable initially deferred)`,
    );
    const refused = inTransaction(database.db, (tx) => tx.execute(sql`insert into strict values (1), (1)`));
    await expect(refused.catch(sqlState)).resolves.toBe("23505");
  });
});

it("a broken pipe has no SQLSTATE, so that it proves no rollback", () => {
  const broken = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
  expect(sqlState(new Error("the query failed", { cause: broken }))).toBeNull();
});

describe.runIf(process.env["TEST_DATABASE_URL"])("a connection to a server", () => {
  const killed = (query: string) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query ~ ${query}`;

  it("that is lost during the commit leaves the outcome unknown", async () => {
    await database.db.execute(sql`create table slow (n int)`);
    await database.db.execute(
      sql.raw(`create function sleep() returns trigger language plpgsql as
        $$ begin perform pg_sleep(5); return null; end $$`),
    );
    await database.db.execute(
      sql`create constraint trigger sleep after insert on slow initially deferred for each row execute function sleep()`,
    );
    const committing = inTransaction(database.db, (tx) => tx.execute(sql`insert into slow values (1)`));
    const outcome = committing.catch((error: unknown) => error);
    await untilRunning("^commit");
    await database.db.execute(killed("^commit"));
    expect(await outcome).toBeInstanceOf(CommitOutcomeUnknown);
  });

  it("that is lost before the commit is a plain failure, and the pool goes on", async () => {
    const working = inTransaction(database.db, (tx) => tx.execute(sql`select pg_sleep(5) as victim`));
    const outcome = working.catch(sqlState);
    await untilRunning("as victim");
    await database.db.execute(killed("as victim"));
    expect(await outcome).toBe("57P01");
    const many = Array.from({ length: 20 }, (_, n) =>
      database.db.transaction((tx) => rowsOf(tx, sql`select ${n}::int as n`)),
    );
    expect((await Promise.all(many)).flat()).toHaveLength(20);
  });

  it.each([
    [
      "a statement",
      async (db: Db, cut: () => void) => {
        cut();
        await db.execute(sql`select 1`);
      },
    ],
    [
      "the begin of a transaction",
      async (db: Db, cut: () => void) => {
        cut();
        await db.transaction((tx) => tx.execute(sql`select 1`));
      },
    ],
    [
      "a transaction",
      (db: Db, cut: () => void) =>
        db.transaction(async (tx) => {
          cut();
          await tx.execute(sql`select 1`);
        }),
    ],
  ])("OPERATE-16 that has gone silent ends %s, and the pool goes on with another", async (_, ask) => {
    const made = await makeOnServer(process.env["TEST_DATABASE_URL"]!);
    const relay = await openRelay(Number(new URL(made.url).port));
    const url = new URL(made.url);
    url.port = new URL(relay.url).port;
    const opened = await openPostgres({ url: url.href, maxConnections: 1, silenceMs: 1_000, onError() {} });
    try {
      const startedMs = performance.now();
      await expect(ask(opened.db, () => relay.cut())).rejects.toThrow("Failed query");
      expect(performance.now() - startedMs).toBeLessThan(1_900);
      relay.mend();
      await ask(opened.db, () => {});
    } finally {
      await relay.close();
      await opened.close();
      await made.drop();
    }
  });

  async function untilRunning(query: string) {
    const running = sql`select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query ~ ${query}`;
    while ((await rowsOf(database.db, running)).length === 0)
      await database.db.execute(sql`select pg_sleep(0.02)`);
  }
});
