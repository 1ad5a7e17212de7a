import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { sol } from "../../../../tests/support/house.ts";
import { openHousePanel } from "../../../../tests/support/house-panel.ts";
import { toldRules } from "../../../../tests/support/rules.ts";
import { noSignature } from "../../../../tests/support/approval-ports.ts";
import { lamports } from "../../../domain/lamports.ts";
import { runKeyed } from "../../foundation/db/keyed-transaction.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { approveRequest } from "../approvals/decide-approval.ts";
import { retryPayment } from "../payouts/retry-payment.ts";
import { writeHaltReason } from "../../foundation/books/payment-halt.ts";
import { readHouseWallets } from "../../foundation/books/payments.ts";
import { manualTransferAction } from "./transfer-manually.ts";

const opened = await openHousePanel();
const { house, finish, newWallet, admin, approving } = opened;
const { overview, lastAudit, transfer, setSecondAdminAbove } = opened;
const { db, clock, chain } = house;
const adminWallet = admin.wallet;

const keyed = <T>(key: string, handle: () => Promise<T>) =>
  runKeyed(
    { wallet: adminWallet, call: "transferManually", key, content: key, at: new Date(clock.now()) },
    handle,
  );

const approve = (id: string, by = "second-admin") => {
  const ports = { ...house, actions: { "manual-transfer": manualTransferAction(house) }, ...approving };
  return approveRequest(ports, { id, by, reason: null, signature: noSignature });
};
const idOf = (outcome: Awaited<ReturnType<typeof transfer>>) =>
  outcome.ok ? (outcome.value.approval?.id ?? "") : "";

describe("a manual transfer", () => {
  it("HOUSE-4 RULELOG-2 pays a player's wallet from equity once, whoever clicks twice", async () => {
    const player = await newWallet();
    const equity = await house.balance("equity");
    const clicks = await Promise.all([transfer(player, sol(0.5)), transfer(player, sol(0.5))]);
    const paid = clicks.find((answer) => answer.ok);
    expect(clicks.find((answer) => !answer.ok)).toMatchObject({ code: "TRANSFER_UNDER_WAY" });
    expect(paid).toMatchObject({
      value: {
        transaction: {
          transaction_type: "manual",
          amount: sol(0.5),
          from_address: house.address.hot,
          to_address: player,
          status: "pending",
        },
      },
    });
    expect(await lastAudit()).toMatchObject({
      actor: adminWallet,
      action: "house.transfer",
      subject: player,
      reason: "Admin manual transfer",
    });
    const rules = (await toldRules(db)).filter(({ kind }) => kind === "transfer");
    expect(rules).toMatchObject([
      { from: "hot", lamports: String(sol(0.5)), reason: "Admin manual transfer" },
    ]);
    expect(JSON.stringify(rules)).not.toContain(player);
    await finish();
    expect(await chain.balance(player)).toBe(sol(0.5));
    expect(equity - (await house.balance("equity"))).toBe(sol(0.5) + 5_000n);
    // Final: a repetition may be a lost answer's, unless a key says that it is another transfer.
    expect(await transfer(player, sol(0.5))).toMatchObject({ code: "TRANSFER_REPEATED" });
    expect(await keyed("again", () => transfer(player, sol(0.5)))).toMatchObject({ ok: true });
    expect(await keyed("once more", () => transfer(player, sol(0.5)))).toMatchObject({
      code: "TRANSFER_UNDER_WAY",
    });
    await finish();
    await clock.advance(DAY_MS);
    expect(await transfer(player, sol(0.5))).toMatchObject({ ok: true });
  });

  it("PAYOUTS-2 ACCESS-8 does not pay a transfer that has failed by a retry, which nobody else confirms", async () => {
    const equity = await house.balance("equity");
    // Too little for an empty account (rule MONEY-10).
    const made = await transfer(await newWallet(), lamports(1_000n));
    if (!made.ok || made.value.transaction === null) throw new Error("the transfer was not made");
    await finish();
    const retried = await retryPayment(house, { paymentId: made.value.transaction.id, by: adminWallet });
    expect(retried).toMatchObject({ code: "TRANSFER_ENDED" });
    await finish();
    expect(await house.balance("equity")).toBe(equity);
  });

  it("HOUSE-4 pays nothing that equity does not cover, and nothing while payments are halted", async () => {
    const player = await newWallet();
    const before = await lastAudit();
    const equity = await house.balance("equity");
    expect(await transfer(player, equity + 1n)).toMatchObject({ code: "EQUITY_TOO_LOW", field: "amount" });
    expect(await transfer(player, sol(0.1), "wrong")).toMatchObject({ code: "MASTER_PASSWORD_WRONG" });
    await clock.advance(60_000);
    await db.transaction((tx) => writeHaltReason(tx, "for a test", new Date(clock.now())));
    expect(await transfer(player, sol(0.1))).toMatchObject({ code: "PAYMENTS_HALTED" });
    expect(await overview()).toMatchObject({
      paymentsHalted: true,
      haltedSince: new Date(clock.now()),
    });
    await db.transaction((tx) => writeHaltReason(tx, null, new Date(clock.now())));
    expect(await lastAudit()).toEqual(before);
    expect(await db.select().from(payments).where(eq(payments.destination, player))).toEqual([]);
  });

  it("HOUSE-4 pays none of the house's own wallets", async () => {
    const before = await db.$count(payments);
    const own = [...(await readHouseWallets(db)).keys()];
    expect(own.length).toBeGreaterThanOrEqual(3);
    for (const wallet of own)
      expect(await transfer(wallet, sol(0.1))).toMatchObject({
        code: "TRANSFER_TO_HOUSE",
        field: "playerWallet",
      });
    expect(await db.$count(payments)).toBe(before);
  });

  it("APPROVALS-6 HOUSE-4 IDENTITY-5 above the limit waits for another admin, and is then paid by the worker", async () => {
    await setSecondAdminAbove("0.5");
    const player = await newWallet();
    const outcome = await transfer(player, sol(0.6));
    expect(outcome).toMatchObject({
      value: { transaction: null, approval: { kind: "manual-transfer", amount: sol(0.6) } },
    });
    const id = idOf(outcome);
    expect(await db.select().from(payments).where(eq(payments.destination, player))).toEqual([]);
    expect(await approve(id, adminWallet)).toMatchObject({ code: "APPROVAL_OWN" });
    expect(await approve(id)).toMatchObject({ ok: true });
    await finish();
    expect(await chain.balance(player)).toBe(sol(0.6));
    await setSecondAdminAbove("10");
  });

  it("HOUSE-4 that waits is told from its repetition by its asker's key alone, not by the approver's", async () => {
    const player = await newWallet();
    expect(await transfer(player, sol(0.6))).toMatchObject({ ok: true });
    await finish();
    await setSecondAdminAbove("0.5");
    expect(await transfer(player, sol(0.6))).toMatchObject({ code: "TRANSFER_REPEATED" });
    const outcome = await keyed("another", () => transfer(player, sol(0.6)));
    expect(await approve(idOf(outcome))).toMatchObject({ ok: true });
    await finish();
    expect(await chain.balance(player)).toBe(sol(1.2));
    await setSecondAdminAbove("10");
  });
});
