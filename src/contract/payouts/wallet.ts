import * as z from "zod/mini";
import { instant, rowId, signature, sol, solInput, wallet as address } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

/** `pending` covers every state before the transfer is final or given up. */
export const payoutStatuses = ["pending", "completed", "failed"] as const;

/** Money on its way from the server balance to the player's wallet. */
export const withdrawal = z.object({
  id: rowId,
  amount: sol,
  destination_address: address,
  status: z.enum(payoutStatuses),
  created_at: instant,
  signature: z.nullable(signature),
});

export const wallet = {
  getWalletBalance: endpoint({
    method: "GET",
    path: "/wallet/balance/:wallet",
    access: "player",
    claims: ["header", "params.wallet"],
    summary: "The caller's server balance and the wallet's balance on the chain",
    refuses: ["CHAIN_UNAVAILABLE"],
    params: z.object({ wallet: address }),
    /** `onchain_balance` is null when the chain does not answer. */
    reply: z.object({ balance: sol, onchain_balance: z.nullable(sol) }),
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/wallet/withdraw",
    access: "player",
    movesMoney: true,
    claims: ["header", "body.walletAddress"],
    summary: "Send server balance to the session's wallet, through the withdrawal queue",
    refuses: [
      "WITHDRAWAL_TOO_SMALL",
      "INSUFFICIENT_BALANCE",
      "PAYMENTS_HALTED",
      "MAINTENANCE",
      "INVALID_AMOUNT",
    ],
    body: z.object({
      amount: solInput({ positive: true, error: "INVALID_AMOUNT" }),
      walletAddress: z.optional(address),
    }),
    reply: z.object({ withdrawal }),
    status: 201,
    perMinute: 20,
  }),
};
