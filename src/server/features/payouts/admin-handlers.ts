import { isDeepStrictEqual } from "node:util";
import { DEFAULT_PAGE } from "../../../contract/wire/codecs.ts";
import { ok, refuse } from "../../../domain/result.ts";
import { readHaltReason } from "../../foundation/books/payment-halt.ts";
import type { Handlers } from "../../foundation/http/handler.ts";
import { asPayouts, isPayout, listPayouts } from "./list-payouts.ts";
import { findPayment, retryPayment } from "./retry-payment.ts";
import type { SendPorts } from "./sign-payments.ts";

/** What admins can see and do about payments (rules PAYOUTS-2 and EFFECT-1). */
export const adminPayoutHandlers = (ports: SendPorts) =>
  ({
    async listPayouts({ query: { limit = DEFAULT_PAGE, status, ...query } }) {
      const isAny = status === undefined || status === "" || status === "any";
      const listed = await listPayouts(ports, {
        limit,
        ...query,
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
      const payment = await findPayment(ports, id);
      if (payment === null || !isPayout(payment)) return refuse("PAYOUT_NOT_FOUND");
      const retried = await retryPayment(ports, { paymentId: id, by });
      if (!retried.ok) return retried;
      const [payout] = await asPayouts(ports, [retried.value]);
      if (payout === undefined) return refuse("PAYOUT_NOT_FOUND");
      return ok({ payout, changed: !isDeepStrictEqual(retried.value, payment) });
    },
  }) satisfies Partial<Handlers>;
