import * as z from "zod/mini";
import { base64, rowId, signature, slot, sol, solInput, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { signedTransaction, transactionVersion } from "./transaction-version.ts";

/** Deposits from the player's wallet into the server balance (rule BET-22). */
export const balanceDeposits = {
  prepareDeposit: endpoint({
    method: "POST",
    path: "/wallet/deposit/prepare",
    access: "player",
    movesMoney: true,
    refusesBanned: true,
    claims: ["header", "body.walletAddress"],
    summary: "Prepare a payment from the caller's wallet into its server balance",
    refuses: [
      "PROFILE_REQUIRED",
      "COUNTRY_BLOCKED",
      "ON_BREAK",
      "INVALID_AMOUNT",
      "DEPOSIT_TOO_SMALL",
      "NOT_READY",
      "CHAIN_UNAVAILABLE",
    ],
    body: z.object({
      amount: solInput({ positive: true, error: "INVALID_AMOUNT" }),
      version: z.optional(transactionVersion),
      walletAddress: z.optional(wallet),
    }),
    reply: z.object({
      depositId: rowId,
      /** Unsigned transaction of the version asked for, base64. */
      serializedTransaction: base64(2048),
      /** The transaction cannot land above this block height. */
      lastValidBlockHeight: slot,
      houseWallet: wallet,
      amount: sol,
    }),
    status: 201,
    perMinute: 30,
  }),
  submitDeposit: endpoint({
    method: "POST",
    path: "/wallet/deposit/submit",
    access: "player",
    movesMoney: true,
    claims: ["header", "body.walletAddress"],
    summary: "Broadcast the signed payment into the balance, for wallets that sign but do not send",
    refuses: [
      "BET_EXPIRED",
      "INSUFFICIENT_BALANCE",
      "RATE_LIMITED",
      "TRANSACTION_INVALID",
      "TRANSACTION_NOT_YOURS",
      "CHAIN_UNAVAILABLE",
    ],
    body: z.object({ signedTransaction, walletAddress: z.optional(wallet) }),
    reply: z.object({ signature }),
    perMinute: 30,
  }),
  confirmDeposit: endpoint({
    method: "POST",
    path: "/wallet/deposit/confirm",
    access: "player",
    movesMoney: true,
    claims: ["header", "body.walletAddress"],
    summary:
      "Count a payment into the balance: the server reads it from the chain; repeating the call returns the same",
    refuses: ["NOT_FINAL_YET", "PAYMENT_MISMATCH", "PAYMENT_FAILED", "CHAIN_UNAVAILABLE"],
    body: z.object({ txSignature: signature, walletAddress: z.optional(wallet) }),
    /** `amount` was credited to the caller. */
    reply: z.object({ amount: sol, balance: sol }),
    perMinute: 240,
  }),
};
