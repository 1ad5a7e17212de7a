import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { openPaying } from "../../../../tests/support/paying.ts";
import { queueAnchor } from "../../foundation/books/payments.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { paymentGauges } from "./payment-gauges.ts";
import { reopenFailedMemos } from "./reopen-memos.ts";

const { house, faults, step, finish, attemptsOf, paymentOf } = await openPaying();
const { clock } = house;
const MINUTE_MS = 60_000;

/** A memo that lands with an error: the node reports too few compute units for it, while blocks charge for them. */
async function failing(id: string): Promise<string> {
  Object.assign(faults, { price: 1_000n, units: 1 });
  await clock.advance(30_001);
  await house.db.transaction((tx) =>
    queueAnchor(tx, { id, memo: `furlong:1:export day=${id} records=1`, createdAt: new Date(clock.now()) }),
  );
  return id;
}
/** What is signed lands and becomes final. */
async function land() {
  await step();
  await house.testChain.advanceSlots();
  await step();
}
const memosOnChain = async (id: string) => {
  const found = await house.testChain.chain.signaturesFor(house.address.hot, {
    limit: 1_000,
  });
  return found.filter(({ memo, error }) => error === null && memo?.includes(`day=${id} `));
};
const failedMemos = async () => {
  const gauge = paymentGauges(house).find(({ name }) => name === "furlong_memos_failed");
  return gauge?.read();
};

it("PAYOUTS-5 INV-2 a memo that lands with an error is signed anew under its id, its fees are booked, and one counts", async () => {
  const id = await failing("a-day");
  const equity = await house.balance("equity");
  await land();
  const [first] = await attemptsOf(id);
  expect(await paymentOf(id)).toMatchObject({ status: "sent", processedAt: null });
  // Signed again at once; the fee of the first attempt is booked by then.
  expect(await attemptsOf(id)).toHaveLength(2);
  expect(equity - (await house.balance("equity"))).toBeGreaterThanOrEqual(5_000n);
  await house.testChain.advanceSlots();
  await step();
  expect(await attemptsOf(id)).toHaveLength(2);
  const signedAt = (await attemptsOf(id)).at(-1)!.createdAt.getTime();
  await clock.advance(signedAt + 2 * MINUTE_MS - 1 - clock.now());
  await step();
  expect(await attemptsOf(id)).toHaveLength(2);
  await house.checkSolvency();
  Object.assign(faults, { units: null });
  await clock.advance(1);
  await land();
  expect(await paymentOf(id)).toMatchObject({ status: "completed" });
  expect(await memosOnChain(id)).toHaveLength(1);
  expect((await paymentOf(id)).signature).not.toBe(first?.signature);
});

it("PAYOUTS-5 after eight it waits for an admin, a gauge tells, and it is taken up again once more", async () => {
  const id = await failing("another-day");
  for (let round = 0; round < 12; round += 1) {
    await land();
    await clock.advance(32 * MINUTE_MS);
  }
  expect(await attemptsOf(id)).toHaveLength(8);
  expect(await paymentOf(id)).toMatchObject({ status: "failed" });
  expect(await failedMemos()).toBe(1);
  await clock.advance(1);
  expect(await house.db.transaction((tx) => reopenFailedMemos(tx))).toEqual([id]);
  expect(await house.db.transaction((tx) => reopenFailedMemos(tx))).toEqual([]);
  expect(await failedMemos()).toBe(0);
  Object.assign(faults, { units: null });
  await finish();
  expect(await paymentOf(id)).toMatchObject({ status: "completed", error: null });
  expect(await attemptsOf(id)).toHaveLength(9);
  expect(await memosOnChain(id)).toHaveLength(1);
});

it("PAYOUTS-5 taken up again it is tried eight times more", async () => {
  const id = await failing("third-day");
  for (let round = 0; round < 12; round += 1) {
    await land();
    await clock.advance(32 * MINUTE_MS);
  }
  await house.db.transaction((tx) => reopenFailedMemos(tx));
  for (let round = 0; round < 12; round += 1) {
    await land();
    await clock.advance(32 * MINUTE_MS);
  }
  expect(await attemptsOf(id)).toHaveLength(16);
  expect(await paymentOf(id)).toMatchObject({ status: "failed" });
  const [other] = await house.db
    .select()
    .from(payments)
    .where(eq(payments.id, `${id}-again-1`));
  expect(other).toBeUndefined();
  expect(await memosOnChain(id)).toEqual([]);
});
