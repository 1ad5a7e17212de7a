import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { lamports, signedLamports } from "../../../domain/lamports.ts";
import { ledgerEntries } from "../db/schema/ledger.ts";
import { payments } from "../db/schema/payments.ts";
import { balanceOf, PostingConflict, post } from "./ledger.ts";
import { cancelPayment, type NewPayment, queueAnchor, queuePayment, queuePayments } from "./payments.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const at = new Date(0);
const payout = (id: string, wallet: string, amount: bigint): NewPayment => ({
  id,
  kind: "payout",
  source: "hot",
  destination: wallet,
  lamports: lamports(amount),
  wallet,
  createdAt: at,
});
const give = (wallet: string, amount: bigint) =>
  database.db.transaction((tx) =>
    post(tx, {
      reference: `gift:${wallet}`,
      kind: "difference explained",
      ledger: "real",
      entries: [
        { account: "equity", lamports: signedLamports(-amount) },
        { account: `user:${wallet}`, lamports: signedLamports(amount) },
      ],
    }),
  );
const queue = (list: readonly NewPayment[]) => database.db.transaction((tx) => queuePayments(tx, list));
const rowOf = async (id: string) =>
  (await database.db.select().from(payments).where(eq(payments.id, id)))[0] ?? null;

it("MONEY-3 INV-7 a long list of payments is queued and debited at once, and the second time not again", async () => {
  await give("anna", 1_000n);
  const list = Array.from({ length: 700 }, (_, index) => payout(`list-${index}`, "anna", 1n));
  await queue(list);
  await queue(list);
  expect(await balanceOf(database.db, "user:anna")).toBe(300n);
  expect(await balanceOf(database.db, "outgoing")).toBe(700n);
  expect(await database.db.$count(payments)).toBe(700);
  expect(await rowOf("list-699")).toMatchObject({
    status: "pending",
    memo: "furlong:1:payment list-699",
    createdAt: at,
  });
});

it("MONEY-3 a list that one balance does not cover leaves neither payments nor postings", async () => {
  await give("ben", 1n);
  const before = await database.db.$count(ledgerEntries);
  await expect(queue([payout("covered", "ben", 1n), payout("uncovered", "ben", 1n)])).rejects.toMatchObject({
    cause: { constraint: "never_negative" },
  });
  expect([await rowOf("covered"), await rowOf("uncovered")]).toEqual([null, null]);
  expect(await database.db.$count(ledgerEntries)).toBe(before);
});

it("MONEY-2 an id cannot stand for a payment of another amount", async () => {
  await give("cleo", 10n);
  await queue([payout("twice", "cleo", 3n)]);
  await expect(queue([payout("twice", "cleo", 4n)])).rejects.toThrow(PostingConflict);
  expect(await balanceOf(database.db, "user:cleo")).toBe(7n);
});

it("MONEY-10 a cancelled payment gives its amount back in the same step", async () => {
  await give("dora", 5n);
  await queue([payout("ended", "dora", 5n)]);
  const row = await rowOf("ended");
  if (!row) throw new Error("not queued");
  await database.db.transaction((tx) =>
    cancelPayment(tx, row, { status: "cancelled", error: "too small", at }),
  );
  expect(await balanceOf(database.db, "user:dora")).toBe(5n);
  expect(await rowOf("ended")).toMatchObject({ status: "cancelled", error: "too small", processedAt: at });
});

it("a memo and a transfer within the house take nothing from anybody", async () => {
  const before = await database.db.$count(ledgerEntries);
  await database.db.transaction(async (tx) => {
    await queueAnchor(tx, { id: "memo", memo: "furlong:1:commit", createdAt: at });
    await queuePayment(tx, { ...payout("swept", "hot wallet", 9n), kind: "sweep", wallet: null });
  });
  expect(await database.db.$count(ledgerEntries)).toBe(before);
  expect(await rowOf("memo")).toMatchObject({ kind: "anchor", destination: null, lamports: 0n });
});
