import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { masterPassword, sol } from "../../../tests/support/house.ts";
import { openHousePanel } from "../../../tests/support/house-panel.ts";
import { lamports } from "../../domain/lamports.ts";
import { approveRequest } from "../approvals/decide-approval.ts";
import { writeHaltReason } from "../books/payment-halt.ts";
import { payments } from "../db/schema/payments.ts";

const opened = await openHousePanel();
const { house, finish, panel, call, admin, listAdmins, refillAction } = opened;
const { balanceOf, lastAudit, queueWithdrawal, setSecondAdminAbove } = opened;
const { db, clock, chain, vault } = house;
const adminWallet = admin.wallet;

it("HOUSE-6 moves money from the treasury to the hot wallet once, whoever clicks twice, and books what the chain says", async () => {
  const refill = (amount: bigint, password = masterPassword) =>
    panel.refillHotWallet(
      call({ adminWallet, masterPassword: password, amount: lamports(amount), reason: "a rush" }),
      admin,
    );
  const held = async () => ({
    hot: await chain.balance(house.address.hot, "finalized"),
    treasury: await chain.balance(house.address.treasury, "finalized"),
  });
  await house.testChain.fund(house.address.treasury, sol(3));
  await house.testChain.finalize();
  await house.watch();
  const before = await held();
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
  expect(await held()).toEqual({
    hot: before.hot + sol(1),
    treasury: before.treasury - sol(1) - 5_000n,
  });
  // Within the house: only the fee is gone.
  expect(equity - (await house.balance("equity"))).toBe(5_000n);
  for (const kind of ["hot", "treasury"] as const)
    expect((await balanceOf(kind)).total_balance).toBe((await held())[kind]);
});

it("HOUSE-6 pays withdrawals that wait for it, also when the treasury is asked while the wallets are locked", async () => {
  // More than a sweep of the deposit wallet can bring.
  const inReach = await Promise.all(
    (["hot", "deposit"] as const).map((kind) => chain.balance(house.address[kind], "confirmed")),
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
  await vault.unlock(masterPassword);
  await finish();
  expect(await statusOf()).toBe("completed");
});

it("APPROVALS-6 HOUSE-6 IDENTITY-5 a refill above the limit waits for another admin", async () => {
  await setSecondAdminAbove("0.5");
  const before = await chain.balance(house.address.treasury, "finalized");
  const asked = await panel.refillHotWallet(
    call({ adminWallet, masterPassword, amount: lamports(sol(0.6)), reason: null }),
    admin,
  );
  expect(asked).toMatchObject({
    value: { transaction: null, approval: { kind: "hot-wallet-refill", amount: sol(0.6) } },
  });
  await finish();
  expect(await chain.balance(house.address.treasury, "finalized")).toBe(before);
  const id = asked.ok ? (asked.value.approval?.id ?? "") : "";
  const ports = { ...house, actions: { "hot-wallet-refill": refillAction }, listAdmins };
  expect(await approveRequest(ports, { id, by: adminWallet, reason: null })).toMatchObject({
    code: "APPROVAL_OWN",
  });
  expect(await approveRequest(ports, { id, by: "second-admin", reason: null })).toMatchObject({ ok: true });
  await finish();
  expect(await chain.balance(house.address.treasury, "finalized")).toBe(before - sol(0.6) - 5_000n);
  await setSecondAdminAbove("10");
});
