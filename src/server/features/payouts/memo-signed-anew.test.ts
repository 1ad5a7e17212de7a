import { expect, it } from "vitest";
import { openPaying } from "../../../../tests/support/paying.ts";
import { queueAnchor } from "../../foundation/books/payments.ts";
import { sparingChain } from "../../foundation/chain/sparing-chain.ts";
import { sendPayments } from "./send-payments.ts";

const { house, faults, attemptsOf } = await openPaying();

it("PAYOUTS-5 a memo that landed with an error is other bytes each time, also while a blockhash is remembered", async () => {
  const { clock } = house;
  const id = "a-quick-day";
  // The node reports too few compute units for it, so that it lands with an error, and blocks cost more than may be bid:
  // the second bid is the same as the first.
  Object.assign(faults, { price: 10n ** 18n, units: 1 });
  await clock.advance(30_001);
  await house.db.transaction((tx) =>
    queueAnchor(tx, { id, memo: `furlong:1:export day=${id} records=1`, createdAt: new Date(clock.now()) }),
  );
  const sparing = { ...house, chain: sparingChain(house.chain, clock) };
  await sendPayments(sparing);
  await house.testChain.advanceSlots();
  await sendPayments(sparing);
  const attempts = await attemptsOf(id);
  expect(attempts).toHaveLength(2);
  expect(attempts[0]!.createdAt.getTime()).toBeGreaterThan(clock.now() - 2_000);
  expect(attempts[1]!.wire).not.toBe(attempts[0]!.wire);
  Object.assign(faults, { units: null });
});
