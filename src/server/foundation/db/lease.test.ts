import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { acquireLease, holdLease, leaseHolder, LeaseLost, releaseLease, renewLease } from "./lease.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const acquire = (name: string, holder: string, ttlMs = 60_000) =>
  acquireLease(database.db, { name, holder, ttlMs });
const hold = (name: string, token: bigint) =>
  database.db.transaction((tx) => holdLease(tx, name, token).then(() => "held"));
/** Makes a lease run out; its clock is the database's. */
const runOut = (name: string) =>
  database.db.execute(sql`update leases set expires_at = now() - interval '1 second' where name = ${name}`);

/** Until a statement waits for another transaction. */
const waitsForLock = () =>
  expect
    .poll(async () => {
      const { rows } = await database.db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBe(1);

describe("a lease", () => {
  it("has one holder, who can renew it and hold it in a transaction", async () => {
    expect(await acquire("one", "a")).toBe(1n);
    expect(await acquire("one", "b")).toBeNull();
    expect(await renewLease(database.db, { name: "one", token: 1n, ttlMs: 60_000 })).toBe(true);
    expect(await hold("one", 1n)).toBe("held");
  });

  it("goes to another once it has run out, and the stale holder is fenced off", async () => {
    const stale = await acquire("out", "a");
    await runOut("out");
    await expect(hold("out", stale!)).rejects.toThrow(LeaseLost);
    expect(await acquire("out", "b")).toBe(stale! + 1n);
    await expect(hold("out", stale!)).rejects.toThrow(LeaseLost);
    expect(await renewLease(database.db, { name: "out", token: stale!, ttlMs: 60_000 })).toBe(false);
    await releaseLease(database.db, { name: "out", token: stale! });
    expect(await hold("out", stale! + 1n)).toBe("held");
  });

  it("that ran out is still ours while nobody took it", async () => {
    const token = await acquire("late", "a");
    await runOut("late");
    expect(await renewLease(database.db, { name: "late", token: token!, ttlMs: 60_000 })).toBe(true);
    expect(await hold("late", token!)).toBe("held");
  });

  it.skipIf(process.env["TEST_DATABASE_URL"] === undefined)(
    "is renewed while its holder has a long transaction, and others do not wait for that",
    async () => {
      const token = (await acquire("busy", "a"))!;
      await database.db.transaction(async (tx) => {
        await holdLease(tx, "busy", token);
        expect(await acquire("busy", "b")).toBeNull();
        expect(await renewLease(database.db, { name: "busy", token, ttlMs: 60_000 })).toBe(true);
      });
    },
  );

  it.skipIf(process.env["TEST_DATABASE_URL"] === undefined)(
    "INV-11 that ran out goes to another when its holder's transaction is over, unless it was renewed meanwhile",
    async () => {
      const token = (await acquire("long", "a"))!;
      const takenDuring = async (renews: boolean) => {
        let taken: bigint | null | undefined;
        const { answer } = await database.db.transaction(async (tx) => {
          await holdLease(tx, "long", token);
          await runOut("long");
          const asking = acquire("long", "b").then((answer) => (taken = answer));
          await waitsForLock();
          expect(taken).toBeUndefined();
          if (renews) await renewLease(database.db, { name: "long", token, ttlMs: 60_000 });
          return { answer: asking };
        });
        return answer;
      };
      expect(await takenDuring(true)).toBeNull();
      expect(await takenDuring(false)).toBe(token + 1n);
      expect(await hold("long", token + 1n)).toBe("held");
      await expect(hold("long", token)).rejects.toThrow(LeaseLost);
    },
  );

  it.skipIf(process.env["TEST_DATABASE_URL"] === undefined)(
    "of a process that stopped inside a transaction goes to another before that gives up waiting",
    async () => {
      const token = (await acquire("stopped", "a"))!;
      let resume = () => {};
      const isStopped = new Promise<void>((resolve) => (resume = resolve));
      let reportHeld = () => {};
      const isHeld = new Promise<void>((resolve) => (reportHeld = resolve));
      const stopping = database.db.transaction(async (tx) => {
        await holdLease(tx, "stopped", token);
        reportHeld();
        await isStopped;
        await tx.execute(sql`select`);
      });
      stopping.catch(() => {});
      await isHeld;
      await runOut("stopped");
      expect(await acquire("stopped", "b")).toBe(token + 1n);
      resume();
      await expect(stopping).rejects.toThrow("select");
    },
  );

  it("is free as soon as it is released, and its token grows all the same", async () => {
    const first = await acquire("release", "a");
    await releaseLease(database.db, { name: "release", token: first! });
    expect(await leaseHolder(database.db, "release")).toBeNull();
    expect(await acquire("release", "b")).toBe(first! + 1n);
  });

  it("tells others where its holder is reached", async () => {
    await acquireLease(database.db, { name: "where", holder: "a", ttlMs: 60_000, address: "http://a:1" });
    expect(await leaseHolder(database.db, "where")).toEqual({ holder: "a", address: "http://a:1" });
  });

  it("is taken from a live holder by force alone", async () => {
    const lost = await acquire("force", "a");
    const taken = await acquireLease(database.db, { name: "force", holder: "b", ttlMs: 60_000, force: true });
    expect(taken).toBe(lost! + 1n);
    await expect(hold("force", lost!)).rejects.toThrow(LeaseLost);
  });

  it("cannot be taken while a transaction holds it, even when it runs out meanwhile", async () => {
    const token = await acquire("during", "a", 300);
    const order: string[] = [];
    const working = database.db.transaction(async (tx) => {
      await holdLease(tx, "during", token!);
      await tx.execute(sql`select pg_sleep(0.5)`);
      order.push("worked");
    });
    const taking = database.db.execute(sql`select pg_sleep(0.35)`).then(async () => {
      const taken = await acquire("during", "b");
      order.push("taken");
      return taken;
    });
    await working;
    expect(await taking).toBe(token! + 1n);
    expect(order).toEqual(["worked", "taken"]);
  });
});
