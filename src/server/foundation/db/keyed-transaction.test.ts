import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { ok, refuse } from "../../../domain/result.ts";
import { rowsOf, type Tx } from "./database.ts";
import { inTransactionOnce, KeyOfOtherRequest, runKeyed } from "./keyed-transaction.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.db.execute(sql`create table effects (name text not null)`);
});
afterAll(() => database.close());

const keyed = <T>(key: string, handle: () => Promise<T>, content = "the same") =>
  runKeyed({ wallet: "w", call: "withdraw", key, content, at: new Date(0) }, handle);
const once = <T>(work: (tx: Tx) => Promise<T>) =>
  inTransactionOnce(database.db, async (tx) => ok(await work(tx)));
const insert = async (tx: Tx, name: string) =>
  void (await tx.execute(sql`insert into effects values (${name})`));
async function countOf(name: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    database.db,
    sql`select count(*)::int as count from effects where name = ${name}`,
  );
  return row?.count ?? 0;
}

it("IDEM-2 of requests at the same time one has the effect, and all return what it returned", async () => {
  let runs = 0;
  const request = () =>
    keyed("at-once", () =>
      once(async (tx) => {
        await insert(tx, "at once");
        return { run: (runs += 1), lamports: 5n, at: new Date(7), nothing: null };
      }),
    );
  const results = await Promise.all(Array.from({ length: 5 }, request));
  expect(results).toEqual(
    Array.from({ length: 5 }, () => ok({ run: 1, lamports: 5n, at: new Date(7), nothing: null })),
  );
  expect([runs, await countOf("at once")]).toEqual([1, 1]);
});

it("IDEM-3 a refusal and an error store no key: the next request with it has the effect", async () => {
  const refused = await keyed("refused", () => inTransactionOnce(database.db, async () => refuse("TOO_LOW")));
  expect(refused).toEqual(refuse("TOO_LOW"));
  const broken = keyed("refused", () =>
    once(async (tx) => {
      await insert(tx, "refused");
      throw new Error("it breaks");
    }),
  );
  await expect(broken).rejects.toThrow("it breaks");
  expect(await keyed("refused", () => once(async () => "done"), "other content")).toEqual(ok("done"));
  expect(await countOf("refused")).toBe(0);
});

it("IDEM-2 another request's key stops the transaction, whichever was first", async () => {
  const request = (content: string) =>
    keyed("contested", () => once((tx) => insert(tx, "contested").then(() => content)), content);
  const results = await Promise.allSettled([request("one"), request("two")]);
  const failed = results.filter(({ status }) => status === "rejected");
  expect(failed).toMatchObject([{ reason: expect.any(KeyOfOtherRequest) }]);
  expect(await countOf("contested")).toBe(1);
});

it("IDEM-2 a call has one effect of its own, and without a key as many as it makes", async () => {
  const twice = async () => {
    await once((tx) => insert(tx, "twice"));
    await once((tx) => insert(tx, "twice"));
  };
  await expect(keyed("twice", twice)).rejects.toThrow("withdraw has a second effect");
  expect(await countOf("twice")).toBe(1);
  await twice();
  expect(await countOf("twice")).toBe(3);
});

it("IDEM-2 what a call set going and still runs after it does not carry its key", async () => {
  let goOn = () => {};
  const ended = new Promise<void>((resolve) => (goOn = resolve));
  let later: Promise<unknown> = Promise.resolve();
  await keyed("left-running", async () => {
    later = ended.then(() => once((tx) => insert(tx, "later")));
    await once((tx) => insert(tx, "now"));
  });
  goOn();
  await later;
  expect([await countOf("now"), await countOf("later")]).toEqual([1, 1]);
});
