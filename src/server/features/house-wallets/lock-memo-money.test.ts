import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { RENT_EXEMPT_MINIMUM } from "../../../domain/wallet-funds.ts";
import { cheapCost, masterPassword, sol } from "../../../../tests/support/house.ts";
import { openPaying } from "../../../../tests/support/paying.ts";
import { approvalPorts } from "../../../../tests/support/approval-ports.ts";
import { performOrAsk } from "../approvals/perform-or-ask.ts";
import { queueAnchor } from "../../foundation/books/payments.ts";
import { auditLog } from "../../foundation/db/schema/audit.ts";
import { races } from "../../foundation/db/schema/races.ts";
import { reserveForAnchors } from "../payouts/affordable-payments.ts";
import { openPayouts } from "../payouts/open-payouts.ts";
import { houseHandlers } from "./handlers.ts";

const { house, faults, step, finish, onChain, attemptsOf, paymentOf } = await openPaying();
const { db, clock } = house;
const { hot } = house.address;
const panel = houseHandlers({
  ...house,
  ...openPayouts(house),
  performOrAsk: performOrAsk({ ...house, ...approvalPorts("admin-wallet") }),
  cost: cheapCost,
});
const admin = { wallet: "admin-wallet", isAdmin: true, isModerator: true, isSteppedUp: true };
const call = <Body>(body: Body) => ({
  params: {},
  query: {},
  body: { adminWallet: admin.wallet, masterPassword, ...body },
});
const sweep = () => panel.sweepHouse(call({ minAmount: sol(0.001) }), admin);
const lock = (raceId: string, createdAt = new Date(clock.now())) =>
  db.transaction((tx) =>
    queueAnchor(tx, {
      id: `lock-${raceId}`,
      memo: `furlong:1:lock race=${raceId} `,
      sourceAddress: hot,
      raceId,
      createdAt,
    }),
  );

it("PAYOUTS-5 FAIR-15 a lock memo without money is given up once its race is over, and waited for where the race was run", async () => {
  const refunded = await house.openRace();
  await house.closeRace(refunded);
  const started = await house.openRace();
  await db
    .update(races)
    .set({ startsAt: new Date(clock.now()) })
    .where(eq(races.id, started));
  faults.lies.set(hot, RENT_EXEMPT_MINIMUM);
  const longAgo = new Date(clock.now() - 61_000);
  await lock(refunded, longAgo);
  await lock(started, longAgo);
  await step();
  expect(await paymentOf(`lock-${refunded}`)).toMatchObject({ status: "cancelled" });
  expect(await paymentOf(`lock-${started}`)).toMatchObject({ status: "pending" });
  faults.lies.clear();
  await finish();
  expect(await paymentOf(`lock-${started}`)).toMatchObject({ status: "completed" });
  await house.closeRace(started);
});

it("PAYOUTS-5 HOUSE-2 the next step of withdrawals takes up failed memos again, and the audit log says which", async () => {
  const id = "export-2026-03-01";
  Object.assign(faults, { price: 1_000n, units: 1 });
  await clock.advance(30_001);
  await db.transaction((tx) =>
    queueAnchor(tx, { id, memo: "furlong:1:export day=2026-03-01", createdAt: new Date(clock.now()) }),
  );
  for (let round = 0; round < 10; round += 1) {
    await step();
    await house.testChain.advanceSlots();
    await step();
    await clock.advance(32 * 60_000);
  }
  expect(await paymentOf(id)).toMatchObject({ status: "failed" });
  faults.units = null;
  expect(await panel.processWithdrawals(call({}), admin)).toMatchObject({
    ok: true,
    value: { processed: 0 },
  });
  const told = await db.select().from(auditLog).where(eq(auditLog.action, "house.process-withdrawals"));
  expect(told.at(-1)).toMatchObject({ detail: { withdrawals: [], memos: [id] } });
  await finish();
  expect(await paymentOf(id)).toMatchObject({ status: "completed" });
  expect(await attemptsOf(id)).toHaveLength(9);
});

it("MONEY-27 FAIR-15 a sweep leaves what the lock memo may cost in the wallet that the commitment names, until the race is over", async () => {
  // The bids of the test before are among the recent prices for 150 blocks, and those are held for half a minute.
  await house.testChain.advanceSlots(160);
  await clock.advance(30_001);
  const raceId = await house.openRace();
  await panel.addPrivateKeys(call({ batchSize: 1, kind: "hot" as const }), admin);
  expect(await panel.retireHouseWallet(call({ address: hot }), admin)).toMatchObject({ ok: true });
  await sweep();
  await finish();
  expect(await onChain(hot)).toBe(RENT_EXEMPT_MINIMUM + reserveForAnchors(null));
  await lock(raceId);
  await finish();
  expect(await paymentOf(`lock-${raceId}`)).toMatchObject({ status: "completed" });
  await house.closeRace(raceId);
  await house.testChain.fund(hot, sol(1));
  await house.testChain.advanceSlots();
  await house.watch();
  await sweep();
  await finish();
  expect(await onChain(hot)).toBe(RENT_EXEMPT_MINIMUM);
});
