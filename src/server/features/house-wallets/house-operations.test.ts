import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { masterPassword, sol } from "../../../../tests/support/house.ts";
import { openHousePanel } from "../../../../tests/support/house-panel.ts";
import { houseWallets } from "../../../contract/house-wallets/house-wallets.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { writeSetting } from "../../foundation/settings/stored-settings.ts";

const opened = await openHousePanel();
const { house, faults, step, finish, panel, call, admin } = opened;
const { overview, balanceOf, lastAudit, queueWithdrawal } = opened;
const { db, clock, chain, vault } = house;
const adminWallet = admin.wallet;
const newPassword = "Another battery staple 2?";

describe("the house's wallets", () => {
  it("HOUSE-1 are shown with what books and chain say, and with the latest transactions", async () => {
    const view = await overview();
    expect(view).toMatchObject({ initialized: true, locked: false, paymentsHalted: false });
    for (const { type, address, onChainBalance } of view.wallets) {
      expect(address).toBe(house.address[type]);
      expect(onChainBalance).toBe(await chain.balance(address));
      const { total_balance, total_received, total_sent } = await balanceOf(type);
      expect(total_balance).toBe(onChainBalance);
      expect(total_received - total_sent).toBe(total_balance);
    }
    expect(view.recentTransactions).toMatchObject(
      ["treasury", "hot", "deposit"].map(() => ({ transaction_type: "deposit", status: "completed" })),
    );
    expect(z.safeEncode(houseWallets.getHouseOverview.reply, view)).toMatchObject({ success: true });
    faults.failAt = faults.calls + 1;
    expect((await overview()).wallets.map(({ onChainBalance }) => onChainBalance)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("HOUSE-5 MONEY-18 the details want the password, compare chain and books, and show no key", async () => {
    const details = (password: string) =>
      panel.getHouseWalletDetails(
        { params: {}, query: {}, body: {}, headers: { "x-master-password": password } },
        admin,
      );
    const read = await details(masterPassword);
    expect(read.ok && read.value.wallets).toHaveLength(3);
    for (const wallet of read.ok ? read.value.wallets : [])
      expect(wallet).toMatchObject({
        privateKeyBase58: null,
        balanceMatch: true,
        dbBalance: wallet.onChainBalance,
        error: null,
      });
    expect(await details("wrong")).toMatchObject({ code: "MASTER_PASSWORD_WRONG" });
    await clock.advance(60_000);
  });
});

describe("an admin", () => {
  it("HOUSE-2 processes the oldest withdrawals, also while the wallets are locked", async () => {
    const [first, second, third] = [
      await queueWithdrawal(sol(0.2)),
      await queueWithdrawal(sol(0.3)),
      await queueWithdrawal(sol(0.4)),
    ];
    vault.lock();
    await step();
    const read = (query: Parameters<typeof panel.getWithdrawalQueue>[0]["query"]) =>
      panel.getWithdrawalQueue({ params: {}, query, body: {} });
    const queued = await read({});
    expect(queued.ok && queued.value.withdrawals).toMatchObject(
      [first, second, third].map(({ id, wallet, amount }) => ({
        id,
        user_wallet: wallet,
        destination_address: wallet,
        amount,
        status: "pending",
      })),
    );
    // The oldest first, the rest by the cursor; the sum is that of all, whatever the page.
    const all = { count: 3, amount: sol(0.9) };
    expect(queued).toMatchObject({ value: { nextCursor: null, waiting: all } });
    const page = await read({ limit: 2 });
    expect(page).toMatchObject({
      value: { withdrawals: [first, second].map(({ id }) => ({ id })), waiting: all },
    });
    const cursor = (page.ok && page.value.nextCursor) || "";
    expect(await read({ limit: 2, cursor })).toMatchObject({
      value: { withdrawals: [{ id: third.id }], nextCursor: null, waiting: all },
    });
    expect(await read({ cursor: "x" })).toMatchObject({ code: "INVALID_INPUT", field: "cursor" });
    const process = panel.processWithdrawals(call({ adminWallet, masterPassword, batchSize: 2 }), admin);
    expect(await process).toMatchObject({ ok: true, value: { processed: 2 } });
    expect(vault.isUnlocked()).toBe(false);
    const statusOf = async ({ id }: { id: string }) =>
      (await db.select().from(payments).where(eq(payments.id, id)))[0]?.status;
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual(["sent", "sent", "pending"]);
    expect(await lastAudit()).toMatchObject({
      action: "house.process-withdrawals",
      detail: { withdrawals: [first.id, second.id] },
    });
  });

  it("HOUSE-2 never spends what other payments on their way still take", async () => {
    const balance = await chain.balance(house.address.hot);
    const [large, small] = [await queueWithdrawal(balance - sol(0.05)), await queueWithdrawal(sol(0.1))];
    await step();
    await panel.processWithdrawals(call({ adminWallet, masterPassword }), admin);
    const [waiting] = await db.select().from(payments).where(eq(payments.id, small.id));
    expect(waiting).toMatchObject({ status: "pending", signature: null });
    await finish();
    for (const { id } of [large, small]) {
      const [paid] = await db.select().from(payments).where(eq(payments.id, id));
      expect(paid).toMatchObject({ status: "completed" });
    }
  });

  it("MONEY-27 HOUSE-3 sweeps deposits to the hot wallet and what it holds above its ceiling to the treasury", async () => {
    await house.testChain.fund(house.address.hot, sol(20));
    await house.testChain.fund(house.address.deposit, sol(4));
    await house.testChain.advanceSlots();
    await house.watch();
    const setCeiling = (value: string) =>
      db.transaction((tx) =>
        writeSetting(tx, { key: "hot_wallet_ceiling_sol", value, by: null, at: new Date(clock.now()) }),
      );
    await setCeiling("5");
    const owed = await queueWithdrawal(sol(3));
    const [deposit, hot, treasury] = await Promise.all(
      (["deposit", "hot", "treasury"] as const).map((kind) => chain.balance(house.address[kind])),
    );
    const sweep = () => panel.sweepHouse(call({ adminWallet, masterPassword }), admin);
    const swept = await Promise.all([sweep(), sweep()]);
    // Each wallet is swept once; which of the two requests sweeps it is up to their timing.
    const moved = swept.map((one) => (one.ok ? one.value.swept : -100));
    expect(moved[0]! + moved[1]!).toBe(2);
    await finish();
    expect(await chain.balance(house.address.deposit)).toBe(890_880n);
    // What was owed stayed in the hot wallet.
    expect(await chain.balance(house.address.treasury)).toBe(treasury! + hot! - sol(5) - sol(3) - 10_000n);
    expect(await chain.balance(house.address.hot)).toBe(sol(5) + deposit! - 890_880n - 5_000n);
    const [paid] = await db.select().from(payments).where(eq(payments.id, owed.id));
    expect(paid?.status).toBe("completed");
    expect(await sweep()).toMatchObject({ value: { swept: 1 } });
    await setCeiling("1000");
  });

  it("HOUSE-3 MONEY-29 changes the password: the old one opens nothing, and who is unlocked stays so", async () => {
    const change = (from: string, to: string, confirmPassword = to) =>
      panel.changeMasterPassword(
        call({ adminWallet, masterPassword: from, newPassword: to, confirmPassword }),
        admin,
      );
    expect(await change(masterPassword, newPassword, "Another 3?")).toMatchObject({
      code: "PASSWORDS_DIFFER",
    });
    expect(await change(masterPassword, "short")).toMatchObject({
      code: "MASTER_PASSWORD_WEAK",
      field: "newPassword",
    });
    const both = await Promise.all([
      change(masterPassword, newPassword),
      change(masterPassword, newPassword),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(vault.isUnlocked()).toBe(true);
    await clock.advance(60_000);
    expect(await vault.check(masterPassword, "admin-wallet")).toMatchObject({
      code: "MASTER_PASSWORD_WRONG",
    });
    await clock.advance(60_000);
    expect(await vault.check(newPassword, "admin-wallet")).toMatchObject({ ok: true });
    const row = await lastAudit();
    expect(row).toMatchObject({ actor: adminWallet, action: "house.change-password" });
    expect(JSON.stringify(row)).not.toMatch(/battery/);
    expect(await change(newPassword, masterPassword)).toMatchObject({ ok: true });
  });

  it("HOUSE-3 MONEY-19 EFFECT-1 locks and unlocks; what waits meanwhile is paid afterwards", async () => {
    for (const changed of [true, false])
      expect(await panel.lockHouse(call({ adminWallet }), admin)).toMatchObject({
        value: { locked: true, changed },
      });
    expect(await lastAudit()).toMatchObject({ action: "house.lock" });
    const { id } = await queueWithdrawal(sol(0.2));
    await finish();
    const [waiting] = await db.select().from(payments).where(eq(payments.id, id));
    expect(waiting?.status).toBe("pending");
    const unlock = (password: string) =>
      panel.unlockHouse(call({ adminWallet, masterPassword: password }), admin);
    expect(await unlock("wrong")).toMatchObject({ code: "MASTER_PASSWORD_WRONG" });
    expect(await unlock(masterPassword)).toMatchObject({ code: "RATE_LIMITED" });
    await clock.advance(60_000);
    expect(await unlock(masterPassword)).toMatchObject({ value: { locked: false, changed: true } });
    expect(await lastAudit()).toMatchObject({ action: "house.unlock", actor: adminWallet });
    await finish();
    const [paid] = await db.select().from(payments).where(eq(payments.id, id));
    expect(paid?.status).toBe("completed");
  });

  it("HOUSE-3 creates the wallets once", async () => {
    const initialize = (confirmPassword = masterPassword) =>
      panel.initializeHouse(call({ adminWallet, masterPassword, confirmPassword }), admin);
    expect(await initialize("another")).toMatchObject({ code: "PASSWORDS_DIFFER", field: "confirmPassword" });
    expect(await initialize()).toMatchObject({ code: "HOUSE_INITIALIZED" });
  });
});
