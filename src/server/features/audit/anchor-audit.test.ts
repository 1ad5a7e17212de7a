import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { openTestDatabase } from "../../../../tests/support/database.ts";
import { openTestHouse, type TestHouse } from "../../../../tests/support/house.ts";
import { auditAnchors } from "../../foundation/db/schema/audit.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { sqlState } from "../../foundation/db/transaction.ts";
import { sendPayments } from "../payouts/send-payments.ts";
import { anchorAudit } from "./anchor-audit.ts";
import { listAudit } from "./list-audit.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

let laterDays = 0;
/** A run by a server on that day; chain time does not advance meanwhile. */
const anchor = () =>
  anchorAudit({
    db: house.db,
    clock: { ...house.clock, now: () => house.clock.now() + laterDays * DAY_MS },
  });
const write = (verb: string) =>
  house.db.transaction((tx) =>
    writeAudit(tx, { at: new Date(house.clock.now()), actor: "ada", action: `setting.${verb}` }),
  );
const read = async () => {
  const listed = await listAudit(house.db, { limit: 100 });
  if (!listed.ok) throw new Error(listed.code);
  return listed.value;
};
const anchors = () => house.db.select().from(auditAnchors).orderBy(auditAnchors.day);
async function land() {
  await sendPayments(house);
  await house.testChain.advanceSlots();
  await sendPayments(house);
}
/** The memos of audit anchors on the chain, newest first, with their signatures. */
async function memosOnChain() {
  const found = await house.testChain.chain.signaturesFor(house.address.hot, {
    limit: 100,
  });
  return found.flatMap(({ memo, signature, error }) => {
    const text = /furlong:1:audit day=(\S+) row=(\d+) hash=(\S+)/.exec(memo ?? "");
    return text === null || error !== null
      ? []
      : [{ signature, day: text[1], rowId: Number(text[2]), hash: text[3] }];
  });
}
/** What anybody can compute who was given the rows, up to the one that the memo names. */
const recompute = (rows: readonly { id: number; entry: string }[], upTo: number) =>
  rows
    .toReversed()
    .filter(({ id }) => id <= upTo)
    .reduce(
      (before, { entry }) => createHash("sha256").update(`${before}\n${entry}`).digest("hex"),
      "0".repeat(64),
    );

it("AUDIT-3 nothing is anchored while nothing was done", async () => {
  const { db, close } = await openTestDatabase();
  await anchorAudit({ db, clock: house.clock });
  expect(await db.select().from(auditAnchors)).toEqual([]);
  expect((await read()).anchor).toBeNull();
  await close();
});

it("AUDIT-3 the newest hash stands on the chain, and the rows give it again", async () => {
  // Follows the row about the house's own wallets.
  await write("first");
  await write("second");
  await anchor();
  expect((await read()).anchor).toBeNull();
  await land();
  await write("third");
  const [memo, ...others] = await memosOnChain();
  expect(others).toEqual([]);
  const { rows, anchor: newest } = await read();
  expect(newest).toMatchObject({
    row_id: 3,
    hash: rows[1]?.hash,
    signature: memo?.signature,
    day: new Date(house.clock.now()).toISOString().slice(0, 10),
  });
  expect(memo).toMatchObject({ day: newest?.day, rowId: 3, hash: recompute(rows, 3) });
  // One word of the anchored rows has been altered since.
  const changed = rows.map((row) =>
    row.id === 2 ? { ...row, entry: row.entry.replace("ada", "eve") } : row,
  );
  expect(recompute(changed, 3)).not.toBe(memo?.hash);
  await house.checkSolvency();
});

it("AUDIT-3 once a day, however many ask at once and how often", async () => {
  laterDays += 1;
  await Promise.all([anchor(), anchor(), anchor()]);
  await anchor();
  await write("later that day");
  await anchor();
  await land();
  await anchor();
  await land();
  expect((await anchors()).map(({ rowId }) => rowId)).toEqual([3, 4]);
  expect(await memosOnChain()).toHaveLength(2);
});

it("AUDIT-3 after days without a server there is one anchor for all of them", async () => {
  laterDays += 5;
  await anchor();
  await land();
  expect((await anchors()).map(({ rowId }) => rowId)).toEqual([3, 4, 5]);
  expect((await memosOnChain()).map(({ rowId }) => rowId)).toEqual([5, 4, 3]);
});

it("AUDIT-3 a log without a new row is anchored all the same, in a memo of its own", async () => {
  laterDays += 1;
  await anchor();
  await land();
  const memos = await memosOnChain();
  expect(memos.map(({ rowId }) => rowId)).toEqual([5, 5, 4, 3]);
  expect(new Set(memos.map(({ day }) => day)).size).toBe(4);
});

it("AUDIT-3 a kill between payment and note leaves neither, and the next round does both", async () => {
  laterDays += 1;
  await house.db.execute(
    sql`create trigger killed before insert on audit_anchors for each row execute function refuse_change()`,
  );
  await expect(anchor()).rejects.toThrow("Failed query");
  const open = await house.db
    .select()
    .from(payments)
    .where(sql`kind = 'anchor' and status = 'pending'`);
  expect(open).toEqual([]);
  await house.db.execute(sql`drop trigger killed on audit_anchors`);
  await anchor();
  await land();
  expect(await memosOnChain()).toHaveLength(5);
  await house.checkSolvency();
});

it("AUDIT-3 what was anchored cannot be changed", async () => {
  const failure = (statement: string) => house.db.execute(sql.raw(statement)).then(() => null, sqlState);
  expect(await failure("update audit_anchors set hash = 'x'")).toBe("23001");
  expect(await failure("delete from audit_anchors")).toBe("23001");
});
