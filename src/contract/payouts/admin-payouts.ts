import * as z from "zod/mini";
import { waitReasons } from "../overview/overview.ts";
import { adminBody, adminQuery, adminReadClaims, adminWriteClaims } from "../wire/admin-caller.ts";
import { instant, nextCursor, page, raceId, rowId, signature, sol, text, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { payoutStatuses } from "./wallet.ts";

/** The exact state of an outgoing payment; `unknown`: the chain cannot tell us yet. */
const paymentStates = ["pending", "sent", "unknown", "completed", "failed", "cancelled"] as const;
const playerPaymentKinds = ["payout", "withdrawal", "referral", "manual"] as const;

export const payout = z.object({
  id: rowId,
  kind: z.enum(playerPaymentKinds),
  created_at: instant,
  processed_at: z.nullable(instant),
  user_wallet: z.nullable(wallet),
  to_address: wallet,
  amount: sol,
  /** A cancelled payment counts as failed. */
  status: z.enum(payoutStatuses),
  state: z.enum(paymentStates),
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
    summary: "Payments to players, newest first; `wallet` matches player or address, `tx` the signature",
    query: z.object({
      ...adminQuery,
      ...page,
      wallet: z.optional(text(64)),
      tx: z.optional(text(100)),
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
    claims: adminWriteClaims,
    summary: "Let the payment worker take its next step now; never pays twice",
    params: z.object({ id: rowId }),
    body: z.object(adminBody),
    reply: z.object({ payout }),
  }),
};
