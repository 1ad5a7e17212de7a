import * as z from "zod/mini";
import { paymentKinds, paymentStatuses } from "../../domain/payment-terms.ts";
import { waitReasons } from "../overview/overview.ts";
import { adminBody, adminQuery, adminReadClaims, adminWriteClaims, changed } from "../wire/admin-caller.ts";
import { adminList, lookedFor } from "../wire/admin-list.ts";
import { instant, nextCursor, raceId, rowId, signature, sol, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { payoutStatuses } from "./wallet.ts";

/** Kinds by which the list can be filtered; `players` is every payment to a player. */
export const payoutKinds = ["players", ...paymentKinds] as const;
/** What the list of payments can be ordered by. */
export const payoutOrders = ["created", "amount"] as const;

export const payout = z.object({
  id: rowId,
  kind: z.enum(paymentKinds),
  created_at: instant,
  processed_at: z.nullable(instant),
  user_wallet: z.nullable(wallet),
  /** Null for a memo, which pays nobody. */
  to_address: z.nullable(wallet),
  amount: sol,
  /** A cancelled payment counts as failed. */
  status: z.enum(payoutStatuses),
  state: z.enum(paymentStatuses),
  solana_tx_signature: z.nullable(signature),
  race_id: z.nullable(raceId),
  error_message: z.nullable(z.string()),
  retry_count: z.int(),
  /** Why it has not arrived; null once the payment has ended. */
  waits_for: z.nullable(z.enum(waitReasons)),
  /** When it is sent or signed again automatically; null if it waits for something else. */
  next_try_at: z.nullable(instant),
});

export const adminPayouts = {
  listPayouts: endpoint({
    method: "GET",
    path: "/admin/payouts",
    access: "admin",
    claims: adminReadClaims,
    summary:
      "Payments to players or of one kind, newest first; `wallet` matches player or address, `tx` the signature, `search` any of them or an id",
    query: z.object({
      ...adminQuery,
      ...adminList(payoutOrders),
      /** Payments to players when it is left out. */
      kind: z.optional(z.enum(payoutKinds)),
      wallet: z.optional(lookedFor(64)),
      tx: z.optional(lookedFor(100)),
      /** Empty means any. */
      status: z.optional(
        z.enum(["", "any", ...payoutStatuses], { error: `must be any, ${payoutStatuses.join(", ")}` }),
      ),
    }),
    reply: z.object({
      payouts: z.array(payout),
      nextCursor,
      /** Why payouts wait: the hot wallet is locked, or payments are halted by a difference in the books. */
      houseLocked: z.boolean(),
      paymentsHalted: z.boolean(),
    }),
  }),
  retryPayout: endpoint({
    method: "POST",
    path: "/admin/payouts/:id/retry",
    access: "admin",
    movesMoney: true,
    claims: adminWriteClaims,
    summary: "Let the payment worker take its next step now; never pays twice",
    refuses: ["PAYOUT_NOT_FOUND", "PAYOUT_COMPLETED", "INSUFFICIENT_BALANCE", "TRANSFER_ENDED"],
    params: z.object({ id: rowId }),
    body: z.object(adminBody),
    /** Without a change `waits_for` says why the payment still waits. */
    reply: z.object({ payout, changed }),
  }),
};
