import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sol } from "../../../../tests/support/house.ts";
import { openPaying } from "../../../../tests/support/paying.ts";
import { lamports } from "../../../domain/lamports.ts";
import { RENT_EXEMPT_MINIMUM } from "../../../domain/wallet-funds.ts";
import { networkFeeOf } from "../../foundation/chain/priority-fee.ts";
import { queueAnchor } from "../../foundation/books/payments.ts";
import { settings } from "../../foundation/db/schema/settings.ts";
import { writeSetting } from "../../foundation/settings/stored-settings.ts";
import { readOpenPayments } from "./open-payments.ts";
import { queueSweeps } from "./sweep.ts";

const { house, faults, step, finish, queue, newWallet, onChain, attemptsOf, paymentOf } = await openPaying();

/** From now on, blocks charge this much per unit, in micro-lamports. */
async function blocksTake(price: bigint) {
  faults.price = price;
  // What the bidder learned before is outdated by then.
  await house.clock.advance(30_001);
}
const feesOf = async (id: string) => (await attemptsOf(id)).map(({ wire }) => networkFeeOf(wire));

it("MONEY-34 a payment bids what recent blocks took, and the fee that was taken is booked", async () => {
  await blocksTake(1_000_000n);
  const wallet = await newWallet();
  const id = await queue(wallet, sol(0.25));
  const equity = await house.balance("equity");
  await step();
  const [fee] = await feesOf(id);
  // A lamport per unit: a transfer and a memo take some hundreds of units.
  expect(fee).toBeGreaterThan(5_000n + 300n);
  expect(fee).toBeLessThan(5_000n + 3_000n);
  await finish();
  expect(await paymentOf(id)).toMatchObject({ status: "completed", networkFee: fee });
  expect(equity - (await house.balance("equity"))).toBe(fee);
  expect(await onChain(wallet)).toBe(sol(0.25));
});

it("MONEY-34 a payment that did not land is signed anew with twice the bid, up to the cap", async () => {
  await blocksTake(1_000_000n);
  const id = await queue(await newWallet(), sol(0.1));
  faults.dropsSends = true;
  for (let signing = 0; signing < 8; signing += 1) {
    await step();
    await house.testChain.advanceSlots(150 + 60);
    await house.clock.advance(2_000_000);
  }
  const bids = (await feesOf(id)).map((fee) => fee - 5_000n);
  expect(bids).toHaveLength(8);
  expect(bids[1]! - 2n * bids[0]!).toBeLessThanOrEqual(1n);
  expect(bids.toSorted((one, other) => Number(one - other))).toEqual(bids);
  expect(bids.at(-1)).toBeLessThanOrEqual(100_000n);
  expect(bids.at(-1)).toBeGreaterThan(99_000n);
  faults.dropsSends = false;
  await finish();
  const { status, networkFee } = await paymentOf(id);
  expect(status).toBe("completed");
  expect(networkFee).toBe((await feesOf(id)).at(-1));
});

it("MONEY-34 what is on its way is set aside with its bid: two payments never share a wallet's last lamports", async () => {
  await blocksTake(100_000_000n);
  const balance = await onChain(house.address.hot);
  const amount = lamports((balance - RENT_EXEMPT_MINIMUM) / 2n - 500_000n);
  const [first, second] = [await queue(await newWallet(), amount), await queue(await newWallet(), amount)];
  const third = await queue(await newWallet(), lamports(900_000n));
  await step();
  const [fee] = await feesOf(first);
  expect(fee).toBeGreaterThan(50_000n);
  expect(await feesOf(second)).toEqual([fee]);
  // Without the bids there would be enough for it and for four anchors.
  expect(balance - RENT_EXEMPT_MINIMUM - 2n * amount).toBeGreaterThan(900_000n + 7n * 5_000n);
  expect(await feesOf(third)).toEqual([]);
  await house.testChain.advanceSlots();
  expect(await onChain(house.address.hot)).toBeGreaterThanOrEqual(RENT_EXEMPT_MINIMUM);
  await finish();
  expect((await paymentOf(third)).status).toBe("completed");
});

it("MONEY-34 a sweep leaves room for its own bid", async () => {
  await blocksTake(1_000_000n);
  await house.testChain.fund(house.address.deposit, sol(1));
  await house.testChain.advanceSlots();
  await house.watch();
  const ordered = await queueSweeps(house, { minAmount: sol(0.01), reason: "a test" });
  if (!ordered.ok) throw new Error(ordered.code);
  await finish();
  const [id] = ordered.value;
  expect(await paymentOf(id!)).toMatchObject({ status: "completed" });
  const left = await onChain(house.address.deposit);
  expect(left).toBeGreaterThanOrEqual(RENT_EXEMPT_MINIMUM);
  expect(left).toBeLessThan(RENT_EXEMPT_MINIMUM + 3_000n);
});

it("MONEY-34 anchors go first, and of the winners of a race the one who is paid most", async () => {
  const at = new Date(house.clock.now());
  const amounts = [sol(0.02), sol(0.3), sol(0.001), sol(0.1)];
  const ids: string[] = [];
  for (const amount of amounts) ids.push(await queue(await newWallet(), amount, { createdAt: at }));
  await house.db.transaction((tx) =>
    queueAnchor(tx, { id: "result-race-9", memo: "furlong:1:x", createdAt: at }),
  );
  const open = (await readOpenPayments(house.db)).map(({ payment }) => payment.id);
  expect(open).toEqual(["result-race-9", ids[1], ids[3], ids[0], ids[2]]);
});

it("MONEY-34 with a cap of 0 nothing is bid", async () => {
  const change = {
    key: "priority_fee_cap_sol",
    value: "0",
    by: null,
    at: new Date(house.clock.now()),
  } as const;
  await house.db.transaction((tx) => writeSetting(tx, change));
  await blocksTake(1_000_000n);
  const id = await queue(await newWallet(), sol(0.1));
  await step();
  expect(await feesOf(id)).toEqual([5_000n]);
  await house.db.delete(settings).where(eq(settings.key, change.key));
});
