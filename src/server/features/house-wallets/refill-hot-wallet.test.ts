import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { masterPassword, sol } from "../../../../tests/support/house.ts";
import { openHousePanel } from "../../../../tests/support/house-panel.ts";
import { lamports } from "../../../domain/lamports.ts";
import { writeHaltReason } from "../../foundation/books/payment-halt.ts";
import { runKeyed } from "../../foundation/db/keyed-transaction.ts";
import { payments } from "../../foundation/db/schema/payments.ts";

const opened = await openHousePanel();
const { house, finish, panel, call, admin } = opened;
const { balanceOf, lastAudit, queueWithdrawal, setSecondAdminAbove } = opened;
const { db, clock, chain, vault } = house;
const adminWallet = admin.wallet;

it("HOUSE-6 moves money from the treasury to the hot wallet once, whoever clicks twice, and books what the chain says", async () => {
  const refill = (amount: bigint, password = masterPassword) =>
    panel.refillHotWallet(
      call({ adminWallet, masterPassword: password, amount: lamports(amount), reason: "a rush" }),
      admin,
    );
  const walletBalances = async () => ({
    hot: await chain.balance(house.address.hot),
    treasury: await chain.balance(house.address.treasury),
  });
  await house.testChain.fund(house.address.treasury, sol(3));
  await house.testChain.advanceSlots();
  await house.watch();
  const before = await walletBalances();
  const equity = await house.balance("equity");
  expect(await refill(before.treasury)).toMatchObject({ code: "TREASURY_TOO_LOW", field: "amount" });
  expect(await refill(sol(1), "wrong")).toMatchObject({ code: "MASTER_PASSWORD_WRONG" });
  await clock.advance(60_000);
  await db.transaction((tx) => writeHaltReason(tx, "for a test", new Date(clock.now())));
  expect(await refill(sol(1))).toMatchObject({ code: "PAYMENTS_HALTED" });
  await db.transaction((tx) => writeHaltReason(tx, null, new Date(clock.now())));
  const clicks = await Promise.all([refill(sol(1)), refill(sol(1))]);
  expect(clicks.filter((answer) => !answer.ok)).toMatchObject([{ code: "TRANSFER_UNDER_WAY" }]);
  expect(clicks.find((answer) => answer.ok)).toMatchObject({
    value: {
      transaction: {
        transaction_type: "sweep",
        amount: sol(1),
        from_address: house.address.treasury,
        to_address: house.address.hot,
      },
    },
  });
  expect(await lastAudit()).toMatchObject({
    actor: adminWallet,
    action: "house.refill",
    subject: house.address.hot,
    reason: "a rush",
  });
  await finish();
  expect(await walletBalances()).toEqual({
    hot: before.hot + sol(1),
    treasury: before.treasury - sol(1) - 5_000n,
  });
  // Within the house: only the fee is gone.
  expect(equity - (await house.balance("equity"))).toBe(5_000n);
  for (const kind of ["hot", "treasury"] as const)
    expect((await balanceOf(kind)).total_balance).toBe((await walletBalances())[kind]);
});

it("HOUSE-6 pays withdrawals that wait for it, also when the treasury is asked while the wallets are locked", async () => {
  // More than a sweep of the deposit wallet can bring.
  const inReach = await Promise.all(
    (["hot", "deposit"] as const).map((kind) => chain.balance(house.address[kind])),
  );
  const large = await queueWithdrawal(inReach.reduce((total, one) => total + one, 0n));
  await finish();
  const statusOf = async () => (await db.select().from(payments).where(eq(payments.id, large.id)))[0]?.status;
  expect(await statusOf()).toBe("pending");
  vault.lock();
  const answer = await panel.refillHotWallet(
    call({ adminWallet, masterPassword, amount: lamports(sol(0.5)), reason: null }),
    admin,
  );
  expect(answer).toMatchObject({ ok: true, value: { transaction: { status: "pending" } } });
  expect(vault.isUnlocked()).toBe(false);
  await vault.unlock(masterPassword, "system");
  await finish();
  expect(await statusOf()).toBe("completed");
});

it("HOUSE-6 IDEM-2 six times at once and once more later, with one key, is one refill", async () => {
  const before = await chain.balance(house.address.hot);
  const refill = () =>
    runKeyed(
      { wallet: adminWallet, call: "refillHotWallet", key: "six", content: "", at: new Date(clock.now()) },
      () =>
        panel.refillHotWallet(
          call({ adminWallet, masterPassword, amount: lamports(sol(0.2)), reason: null }),
          admin,
        ),
    );
  const answers = await Promise.all(Array.from({ length: 6 }, refill));
  await finish();
  answers.push(await refill());
  const ids = answers.map((answer) => (answer.ok ? answer.value.transaction.id : answer.code));
  expect(new Set(ids).size).toBe(1);
  await finish();
  expect(await chain.balance(house.address.hot)).toBe(before + sol(0.2));
});

it("HOUSE-6 IDENTITY-5 stays inside the house, so no amount waits for another admin", async () => {
  await setSecondAdminAbove("0.5");
  const before = await chain.balance(house.address.treasury);
  const refilled = await panel.refillHotWallet(
    call({ adminWallet, masterPassword, amount: lamports(sol(0.6)), reason: null }),
    admin,
  );
  expect(refilled).toMatchObject({ ok: true });
  await finish();
  expect(await chain.balance(house.address.treasury)).toBe(before - sol(0.6) - 5_000n);
  await setSecondAdminAbove("10");
});
