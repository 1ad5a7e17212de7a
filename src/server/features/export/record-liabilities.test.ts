import { afterAll, beforeAll, expect, it } from "vitest";
import { exportOf } from "../../../../tests/support/export.ts";
import { openTestHouse, type TestHouse } from "../../../../tests/support/house.ts";
import { acquireLease, type HeldLease } from "../../foundation/db/lease.ts";
import { makeTree } from "../liabilities/make-tree.ts";
import { readLiabilities } from "../liabilities/read-trees.ts";
import { sendPayments } from "../payouts/send-payments.ts";
import { readSolvency } from "../solvency/read-solvency.ts";

let house: TestHouse;
let lease: HeldLease;
beforeAll(async () => {
  house = await openTestHouse();
  const token = await acquireLease(house.db, {
    name: "engine",
    holder: "one",
    ttlMs: 600_000,
    force: true,
  });
  if (token === null) throw new Error("no lease");
  lease = { name: "engine", token };
});
afterAll(() => house.close());

it("EXPORT-3 OWED-6 what was owed is recorded once its day's memo is final, and trees without a memo are not", async () => {
  const log = exportOf({ ...house, lease });
  const make = () =>
    makeTree(
      { ...house, readHoldings: () => readSolvency({ ...house, readDeposits: () => house.watch() }) },
      lease,
    );
  const liabilityRecords = async () => (await log.records()).filter(({ kind }) => kind === "liabilities");
  await make();
  await house.clock.advance(600_000);
  await make();
  await log.record();
  expect(await liabilityRecords()).toEqual([]);
  await sendPayments(house);
  await house.testChain.advanceSlots();
  await sendPayments(house);
  await log.record();
  await log.record();
  const { anchored } = await readLiabilities(house.db);
  if (anchored === null) throw new Error("nothing is anchored");
  const { at, root, total, count, slot, holdings, anchor } = anchored;
  expect(await liabilityRecords()).toMatchObject([
    { taken_at: at, root, total, count, slot, holdings, anchor },
  ]);
});
