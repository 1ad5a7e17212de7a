import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Posting } from "../../../domain/ledger.ts";
import { signedLamports } from "../../../domain/lamports.ts";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { rowsOf } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import { wrongBalances } from "./check-balances.ts";
import { balanceOf, balancesOf, lockBalance, post, PostingConflict } from "./ledger.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const credit = (reference: string, wallet: string, amount: bigint): Posting => ({
  reference,
  kind: "payment credited",
  ledger: "real",
  entries: [
    { account: "chain:deposit:d", lamports: signedLamports(-amount) },
    { account: `user:${wallet}`, lamports: signedLamports(amount) },
  ],
});
const postNow = (posting: Posting) => database.db.transaction((tx) => post(tx, posting));

describe("the ledger", () => {
  it("a balance is the sum of an account's entries, exact beyond doubles", async () => {
    await postNow(credit("sum:1", "anna", 9_007_199_254_740_993n));
    await postNow(credit("sum:2", "anna", 1n));
    expect(await balanceOf(database.db, "user:anna")).toBe(9_007_199_254_740_994n);
    expect(await balanceOf(database.db, "user:nobody")).toBe(0n);
    expect(await balancesOf(database.db, ["user:anna", "user:nobody"])).toEqual(
      new Map([
        ["user:anna", 9_007_199_254_740_994n],
        ["user:nobody", 0n],
      ]),
    );
  });

  it("INV-3 a balance follows every posting, and one that does not is found", async () => {
    await postNow(credit("kept:1", "emil", 7n));
    await postNow(credit("kept:2", "emil", -3n));
    expect(await wrongBalances(database.db)).toEqual([]);
    await database.db.execute(sql`alter table ledger_accounts disable trigger follows_entries`);
    await database.db.execute(sql`update ledger_accounts set balance = 5 where account = 'user:emil'`);
    expect(await wrongBalances(database.db)).toEqual(["user:emil"]);
    await database.db.execute(sql`update ledger_accounts set balance = 4 where account = 'user:emil'`);
    await database.db.execute(sql`alter table ledger_accounts enable trigger follows_entries`);
    expect(await wrongBalances(database.db)).toEqual([]);
  });

  it("INV-3 what came in and what went out is kept beside the balance, and only entries move it", async () => {
    await postNow(credit("moved:1", "flora", 7n));
    await postNow(credit("moved:2", "flora", -3n));
    await postNow(credit("moved:3", "flora", 1n));
    const totals = sql`select balance::text, debits::text, credits::text from ledger_accounts where account = 'user:flora'`;
    expect(await rowsOf(database.db, totals)).toEqual([{ balance: "5", debits: "3", credits: "8" }]);
    const forged = sql`update ledger_accounts set debits = 0, credits = 5 where account = 'user:flora'`;
    await expect(database.db.execute(forged)).rejects.toMatchObject({
      cause: { message: "the balance of user:flora follows its entries alone" },
    });
    expect(await wrongBalances(database.db)).toEqual([]);
  });

  it("INV-3 postings of several accounts at once lose nothing, whatever their order", async () => {
    const names = ["a", "b", "c", "d"];
    const turn = (round: number) => [...names.slice(round % 4), ...names.slice(0, round % 4)];
    const rounds = Array.from({ length: 24 }, (_, round) =>
      inTransaction(database.db, async (tx) => {
        for (const name of turn(round)) await post(tx, credit(`ring:${round}:${name}`, `ring-${name}`, 1n));
      }),
    );
    await Promise.all(rounds);
    const balances = await balancesOf(
      database.db,
      names.map((name) => `user:ring-${name}` as const),
    );
    expect([...balances.values()]).toEqual([24n, 24n, 24n, 24n]);
    expect(await wrongBalances(database.db)).toEqual([]);
  });

  it("INV-3 a ledger of many slices is summed while it grows, and a wrong balance in any of them is found", async () => {
    const slices = { names: 3, accounts: 2, entries: 4 };
    const names = Array.from({ length: 9 }, (_, at) => `sliced-${at}`);
    const grow = async () => {
      for (const name of names) await postNow(credit(`grow:${name}`, name, 2n));
    };
    const wrong = await Promise.all([wrongBalances(database.db, slices), grow()]);
    expect(wrong[0]).toEqual([]);
    expect(await wrongBalances(database.db, slices)).toEqual([]);
    const forge = (account: string, lamports: bigint) => sql`
      update ledger_accounts set balance = balance + ${lamports}, credits = credits + ${lamports} where account = ${account}`;
    await database.db.execute(sql`alter table ledger_accounts disable trigger follows_entries`);
    for (const account of [...names.map((name) => `user:${name}`), "chain:deposit:d"]) {
      await database.db.execute(forge(account, 1n));
      expect(await wrongBalances(database.db, slices)).toEqual([account]);
      await database.db.execute(forge(account, -1n));
    }
    await database.db.execute(sql`alter table ledger_accounts enable trigger follows_entries`);
    expect(await wrongBalances(database.db, slices)).toEqual([]);
  });

  it("a posting is written once for its reference, however often it comes", async () => {
    const posting = credit("once", "ben", 5n);
    const answers = await Promise.all([postNow(posting), postNow(posting), postNow(posting)]);
    expect(answers.toSorted()).toEqual(["already posted", "already posted", "posted"]);
    expect(await balanceOf(database.db, "user:ben")).toBe(5n);
  });

  it("a reference cannot stand for another posting", async () => {
    await postNow(credit("conflict", "cleo", 5n));
    await expect(postNow(credit("conflict", "cleo", 6n))).rejects.toThrow(PostingConflict);
    expect(await balanceOf(database.db, "user:cleo")).toBe(5n);
  });

  it("nobody else debits a locked balance", async () => {
    await postNow(credit("lock", "dora", 10n));
    const spend = (reference: string) =>
      database.db.transaction(async (tx) => {
        if ((await lockBalance(tx, "user:dora")) < 10n) return "too little";
        return post(tx, credit(reference, "dora", -10n));
      });
    expect((await Promise.all([spend("lock:1"), spend("lock:2"), spend("lock:3")])).toSorted()).toEqual([
      "posted",
      "too little",
      "too little",
    ]);
    expect(await balanceOf(database.db, "user:dora")).toBe(0n);
  });

  it("a raw timestamp is text and a raw int8 a bigint, on either database", async () => {
    const [row] = await rowsOf(database.db, sql`select 7::bigint as n, sum(3)::bigint as s, now() as at`);
    expect(row).toEqual({ n: 7n, s: 3n, at: expect.any(String) });
  });
});
