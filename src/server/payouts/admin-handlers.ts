import { DEFAULT_PAGE } from "../../contract/wire/codecs.ts";
import { ok, refuse } from "../../domain/result.ts";
import { writeAudit } from "../audit/write-audit.ts";
import { readHaltReason } from "../books/payment-halt.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Handlers } from "../http/handler.ts";
import { asPayout, isPayout, listPayouts } from "./list-payouts.ts";
import { findPayment, retryPayment } from "./retry-payment.ts";
import type { SendPorts } from "./send-payments.ts";

/** What admins see and do of payments to players (rules PAYOUTS-1 and PAYOUTS-2). */
export const adminPayoutHandlers = (ports: SendPorts) =>
  ({
    async listPayouts({ query: { limit = DEFAULT_PAGE, cursor, wallet, tx, status } }) {
      const isAny = status === undefined || status === "" || status === "any";
      const listed = await listPayouts(ports.db, {
        limit,
        cursor,
        wallet,
        tx,
        status: isAny ? undefined : status,
      });
      if (!listed.ok) return listed;
      const { payouts, nextCursor } = listed.value;
      return ok({
        payouts: [...payouts],
        nextCursor,
        houseLocked: !ports.vault.isUnlocked(),
        paymentsHalted: (await readHaltReason(ports.db)) !== null,
      });
    },

    async retryPayout({ params: { id } }, { wallet: by }) {
      const before = await findPayment(ports, id);
      if (before === null || !isPayout(before)) return refuse("PAYOUT_NOT_FOUND");
      const retried = await retryPayment(ports, id);
      if (!retried.ok) return retried;
      const payment = retried.value;
      const at = new Date(ports.clock.now());
      const change = { before: { state: before.status }, after: { id: payment.id, state: payment.status } };
      await inTransaction(ports.db, (tx) =>
        writeAudit(tx, { at, actor: by, action: "payout.retry", subject: id, ...change }),
      );
      return ok({ payout: asPayout(payment) });
    },
  }) satisfies Partial<Handlers>;
