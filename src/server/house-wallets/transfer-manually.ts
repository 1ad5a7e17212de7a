import { and, eq } from "drizzle-orm";
import { publicReason } from "../../domain/rule-log.ts";
import { ok, refuse } from "../../domain/result.ts";
import { writeAudit } from "../audit/write-audit.ts";
import { lockBalance } from "../books/ledger.ts";
import { readHaltReason } from "../books/payment-halt.ts";
import { isOpen, queuePayment } from "../books/payments.ts";
import { payments } from "../db/schema/payments.ts";
import { writeRule } from "../rule-log/write-rule.ts";
import type { HouseAction } from "../house-actions.ts";
import type { Entropy } from "../ports.ts";

/**
 * Pays a player's wallet from house equity, which must cover it, through the payment worker like any other payment
 * (rules HOUSE-4, MONEY-11 and RULELOG-2). Repeating the same transfer is refused until the first one is final, so that
 * a double click pays once. Its result is the payment's id.
 */
export const manualTransferAction = ({
  entropy,
}: {
  readonly entropy: Entropy;
}): HouseAction<"manual-transfer", string> => ({
  kind: "manual-transfer",

  async check(tx, { playerWallet, amount }) {
    if ((await readHaltReason(tx)) !== null) return refuse("PAYMENTS_HALTED");
    // Locks equity, so that transfers are checked one after the other.
    const equity = await lockBalance(tx, "equity");
    const [same] = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          eq(payments.kind, "manual"),
          eq(payments.destination, playerWallet),
          eq(payments.lamports, amount),
          isOpen,
        ),
      );
    if (same !== undefined) return refuse("TRANSFER_UNDER_WAY");
    return equity < amount ? refuse("EQUITY_TOO_LOW", { field: "amount" }) : ok(amount);
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
      kind: "transfer",
      from: "hot",
      lamports: amount,
      reason: publicReason(reason),
    });
    const detail = { payment: id, lamports: amount.toString(), approvedBy };
    await writeAudit(tx, { at, actor: by, action: "house.transfer", subject: playerWallet, detail, reason });
    return { done: id };
  },
});
