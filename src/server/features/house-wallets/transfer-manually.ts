import { and, eq, gt, notInArray, or, sql } from "drizzle-orm";
import { DAY_MS } from "../../../domain/day-length.ts";
import { publicReason } from "../../../domain/rule-log.ts";
import { ok, refuse } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { lockBalance } from "../../foundation/books/ledger.ts";
import { readHaltReason } from "../../foundation/books/payment-halt.ts";
import { isOpen, queuePayment, readHouseWallets } from "../../foundation/books/payments.ts";
import { isKeyed } from "../../foundation/db/keyed-transaction.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { writeRule } from "../../foundation/rule-log/write-rule.ts";
import type { HouseAction } from "../../foundation/house-actions.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";

type TransferRefusal =
  | "TRANSFER_TO_HOUSE"
  | "PAYMENTS_HALTED"
  | "TRANSFER_UNDER_WAY"
  | "TRANSFER_REPEATED"
  | "EQUITY_TOO_LOW";

/** As long as idempotency keys are stored. */
const REPEATED_WITHIN_MS = DAY_MS;

/**
 * Pays a player's wallet from house equity, which must cover it, through the payment worker like any other payment
 * (rules HOUSE-4, MONEY-11 and RULELOG-2); never one of the house's own wallets. The same transfer is refused until the
 * first one is final, and for 24 hours unless the idempotency key with which it is asked for says that it is another
 * one: a double click and a retry after a lost answer pay once. Its result is the payment's id.
 */
export const manualTransferAction = ({
  clock,
  entropy,
}: {
  readonly clock: Clock;
  readonly entropy: Entropy;
}): HouseAction<"manual-transfer", string, TransferRefusal> => ({
  kind: "manual-transfer",

  async check(tx, { playerWallet, amount }, { by, approvedBy }) {
    if ((await readHouseWallets(tx)).has(playerWallet))
      return refuse("TRANSFER_TO_HOUSE", { field: "playerWallet" });
    if ((await readHaltReason(tx)) !== null) return refuse("PAYMENTS_HALTED");
    // Locks equity, so that transfers are checked one after the other.
    const equity = await lockBalance(tx, "equity");
    const same = await tx
      .select({ isOpen: sql<boolean>`${isOpen}` })
      .from(payments)
      .where(
        and(
          eq(payments.kind, "manual"),
          eq(payments.destination, playerWallet),
          eq(payments.lamports, amount),
          notInArray(payments.status, ["failed", "cancelled"]),
          or(isOpen, gt(payments.createdAt, new Date(clock.now() - REPEATED_WITHIN_MS))),
        ),
      );
    if (same.some((payment) => payment.isOpen)) return refuse("TRANSFER_UNDER_WAY");
    // An approval carries the approver's key; the asker's was looked at when it was asked for.
    const isAnother = approvedBy !== null || isKeyed();
    if (same.length > 0 && !isAnother) return refuse("TRANSFER_REPEATED");
    if (equity < amount) return refuse("EQUITY_TOO_LOW", { field: "amount" });
    return ok({ amount, cause: playerWallet === by ? ("own-wallet" as const) : null });
  },

  async perform(tx, { playerWallet, amount }, { at, by, approvedBy, reason }) {
    const id = `manual-${Buffer.from(entropy.bytes(12)).toString("hex")}`;
    await queuePayment(tx, {
      id,
      kind: "manual",
      source: "hot",
      destination: playerWallet,
      lamports: amount,
      wallet: playerWallet,
      reason,
      createdAt: at,
    });
    await writeRule(tx, at, {
      rule: "transfer",
      from: "hot",
      lamports: amount,
      reason: publicReason(reason),
    });
    const detail = { payment: id, lamports: amount.toString(), approvedBy };
    await writeAudit(tx, { at, actor: by, action: "house.transfer", subject: playerWallet, detail, reason });
    return { done: id };
  },
});
