import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { sol } from "../../../../tests/support/house.ts";
import { openPaying } from "../../../../tests/support/paying.ts";
import { rowsOf } from "../../foundation/db/database.ts";
import { sendPayments } from "./send-payments.ts";

const { house, faults, step, finish, queue, newWallet, onChain, paymentOf } = await openPaying();

/** Three payments that are signed, stored and booked together. */
async function queueTogether() {
  const wallets = [await newWallet(), await newWallet(), await newWallet()];
  const queued: { readonly wallet: string; readonly id: string }[] = [];
  for (const wallet of wallets) queued.push({ wallet, id: await queue(wallet, sol(0.01)) });
  return queued;
}

/** How each payment ended, and what its wallet holds. */
const endsOf = (queued: Awaited<ReturnType<typeof queueTogether>>) =>
  Promise.all(queued.map(async ({ wallet, id }) => [(await paymentOf(id)).status, await onChain(wallet)]));

const paidOnce = Array.from({ length: 3 }, () => ["completed", sol(0.01)]);

it("MONEY-11 PAYOUTS-7 INV-7 a round that breaks off at any call to the chain leaves nothing lost or paid twice", async () => {
  for (let failAt = 1; failAt <= 18; failAt += 1) {
    const queued = await queueTogether();
    faults.calls = 0;
    faults.failAt = failAt;
    for (let round = 0; round < 4; round += 1) {
      await step().catch(() => undefined);
      await house.testChain.advanceSlots(round === 1 ? 240 : 2);
    }
    faults.failAt = -1;
    await finish();
    expect(await endsOf(queued)).toEqual(paidOnce);
  }
}, 120_000);

it("MONEY-11 PAYOUTS-7 INV-7 a process that dies just before or just after any commit neither", async () => {
  for (const moment of ["before", "after"] as const) {
    for (let dieAt = 1; dieAt <= 4; dieAt += 1) {
      const queued = await queueTogether();
      let commits = 0;
      const transaction: typeof house.db.transaction = async (work, config) => {
        commits += 1;
        const isLast = commits === dieAt;
        const done = await house.db.transaction(async (tx) => {
          const value = await work(tx);
          if (isLast && moment === "before") throw new Error("died before the commit");
          return value;
        }, config);
        if (isLast) throw new Error("died after the commit");
        return done;
      };
      const dying = new Proxy(house.db, {
        get: (db, name) => (name === "transaction" ? transaction : Reflect.get(db, name, db)),
      });
      for (let round = 0; round < 3; round += 1) {
        await sendPayments({ ...house, db: dying }).catch(() => undefined);
        await house.testChain.advanceSlots(40);
      }
      await finish();
      expect(await endsOf(queued)).toEqual(paidOnce);
    }
  }
});

it("INV-7 the debit is booked before anything is sent", async () => {
  const late = await rowsOf(
    house.db,
    sql`select payments.id from payments
          join payment_attempts on payment_attempts.payment_id = payments.id
         where payments.kind = 'payout' and not exists (
           select 1 from ledger_postings where reference = 'payment:' || payments.id)`,
  );
  expect(late).toEqual([]);
});
