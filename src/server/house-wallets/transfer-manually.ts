import { and, eq } from "drizzle-orm";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import type { Lamports } from "../../domain/lamports.ts";
import { ok, type Result, refuse } from "../../domain/result.ts";
import { writeAudit } from "../audit/write-audit.ts";
import { lockBalance } from "../books/ledger.ts";
import { readHaltReason } from "../books/payment-halt.ts";
import { isOpen, queuePayment } from "../books/payments.ts";
import type { Db } from "../db/database.ts";
import { payments } from "../db/schema/payments.ts";
import type { HouseAction, Outcome, PerformOrAsk } from "../house-actions.ts";
import type { HouseKeys } from "../house-keys.ts";
import type { Entropy } from "../ports.ts";
import { asHouseTransactions, type HouseTransaction } from "./read-overview.ts";
import type { Vault } from "./vault.ts";

/**
 * Pays a player's wallet from house equity, which must cover it, through the payment worker like any other payment (rules
 * HOUSE-4 and MONEY-11). The same transfer a second time is refused until the first one is final, so that a double click
 * pays once. Its result is the payment's id.
 */
export const manualTransferAction = ({
  entropy,
}: {
  readonly entropy: Entropy;
}): HouseAction<"manual-transfer", string> => ({
  kind: "manual-transfer",

  async check(tx, { playerWallet, amount }) {
    if ((await readHaltReason(tx)) !== null) return refuse("PAYMENTS_HALTED");
    // Locks equity, so that transfers are looked at one after the other.
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
    const detail = { payment: id, lamports: amount.toString(), approvedBy };
    await writeAudit(tx, { at, actor: by, action: "house.transfer", subject: playerWallet, detail, reason });
    return { done: id };
  },
});

interface Ports {
  readonly db: Db;
  readonly entropy: Entropy;
  readonly vault: Pick<Vault, "openFor">;
  readonly performOrAsk: PerformOrAsk;
  readonly advancePayments: (ids: readonly string[], keys: HouseKeys) => Promise<void>;
}

interface Transfer {
  readonly masterPassword: string;
  readonly playerWallet: string;
  readonly amount: Lamports;
  readonly reason: string;
  /** The admin's wallet. */
  readonly by: string;
}

/**
 * A transfer for an admin who knows the master password: signed at once, also while the vault is locked, or waiting for
 * another admin (rules HOUSE-4, IDENTITY-5 and APPROVALS-6). One that is approved later is paid by the worker.
 */
export async function transferManually(
  ports: Ports,
  { masterPassword, playerWallet, amount, reason, by }: Transfer,
): Promise<Result<Outcome<HouseTransaction>, RefusalCode>> {
  const opened = await ports.vault.openFor(masterPassword);
  if (!opened.ok) return opened;
  const keys = opened.value;
  try {
    const request = { playerWallet, amount };
    const outcome = await ports.performOrAsk(manualTransferAction(ports), { request, by, reason });
    if (!outcome.ok) return outcome;
    const { done: id, approval } = outcome.value;
    if (id === null) return ok({ done: null, approval });
    await ports.advancePayments([id], keys);
    const rows = await ports.db.select().from(payments).where(eq(payments.id, id));
    const [transaction] = await asHouseTransactions(ports.db, rows);
    if (transaction === undefined) throw new Error(`transfer ${id} is missing after it was queued`);
    return ok({ done: transaction, approval: null });
  } finally {
    keys.close();
  }
}
