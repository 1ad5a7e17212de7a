import * as z from "zod/mini";
import {
  absentOr,
  base64,
  betId,
  hex64,
  raceId,
  signature,
  slot,
  sol,
  solInput,
  text,
  wallet,
} from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { stakeSources } from "./stake-source.ts";
import { signedTransaction, transactionVersion } from "./transaction-version.ts";
import { ownBet } from "../races/race-shape.ts";

const ofRace = z.object({ id: raceId });
const horseRule = { error: absentOr("BET_INPUT_MISSING", "must be a horse's id") };
const horseId = z.int(horseRule).check(z.minimum(1, horseRule), z.maximum(2 ** 31 - 1, horseRule));

export const bets = {
  prepareBet: endpoint({
    method: "POST",
    path: "/races/:id/bet/prepare",
    access: "player",
    movesMoney: true,
    refusesBanned: true,
    claims: ["header", "body.walletAddress"],
    summary:
      "Prepare a bet: the transaction for the wallet to sign; from the balance and in testing mode the bet is placed at once",
    refuses: [
      "RACE_NOT_FOUND",
      "BETTING_CLOSED",
      "HORSE_NOT_IN_RACE",
      "BET_INPUT_MISSING",
      "INVALID_BET_AMOUNT",
      "BET_TOO_SMALL",
      "BET_TOO_LARGE",
      "ALREADY_BET",
      "NO_JACKPOT_FOR_ADMINS",
      "NOTICE_REQUIRED",
      "COUNTRY_BLOCKED",
      "ON_BREAK",
      "STAKE_LIMIT_REACHED",
      "LOSS_LIMIT_REACHED",
      "PROFILE_REQUIRED",
      "MAINTENANCE",
      "INSUFFICIENT_BALANCE",
      "STEP_UP_REQUIRED",
      "NOT_READY",
      "CHAIN_UNAVAILABLE",
    ],
    params: ofRace,
    body: z.object({
      walletAddress: wallet,
      horseId,
      amount: solInput({ positive: true, missing: "BET_INPUT_MISSING", error: "INVALID_BET_AMOUNT" }),
      /** Where the stake comes from; the wallet if absent. */
      from: z.optional(z.enum(stakeSources, { error: "must be wallet or balance" })),
      version: z.optional(transactionVersion),
    }),
    reply: z.object({
      message: z.string(),
      /** Play money. */
      testing: z.boolean(),
      /** The bet is placed and there is nothing to sign: in testing mode, and for a bet from the balance. */
      placed: z.boolean(),
      /** Unsigned transaction of the version asked for, base64; null when the bet is placed. */
      serializedTransaction: z.nullable(base64(2048)),
      betId,
      /** Opens the commitment in the bet's memo, and is known only to the player until the race is over (rule BET-13). */
      salt: hex64,
      /** The commitment in the memo of the transaction; null without a transaction. */
      commitment: z.nullable(hex64),
      /** Root of the checkpoint that anchored the race's `commit` entry, which the memo repeats; null without a transaction. */
      root: z.nullable(base64(44)),
      /** The transaction cannot land above this block height; null without a transaction. */
      lastValidBlockHeight: z.nullable(slot),
      /** Where the stake goes. */
      houseWallet: z.nullable(wallet),
      amount: sol,
    }),
    status: 201,
    perMinute: 60,
  }),
  submitBet: endpoint({
    method: "POST",
    path: "/races/:id/bet/submit",
    access: "player",
    movesMoney: true,
    claims: ["header", "body.walletAddress"],
    summary:
      "Broadcast the signed transaction of the caller's prepared bet, for wallets that sign but do not send",
    refuses: [
      "BET_NOT_FOUND",
      "BET_EXPIRED",
      "INSUFFICIENT_BALANCE",
      "RATE_LIMITED",
      "TRANSACTION_INVALID",
      "TRANSACTION_NOT_YOURS",
      "CHAIN_UNAVAILABLE",
    ],
    params: ofRace,
    body: z.object({ betId, signedTransaction, walletAddress: z.optional(wallet) }),
    reply: z.object({ signature }),
    perMinute: 60,
  }),
  confirmBet: endpoint({
    method: "POST",
    path: "/races/:id/bet/confirm",
    access: "player",
    movesMoney: true,
    claims: ["header", "body.walletAddress"],
    summary:
      "Confirm a paid bet: the server reads the payment from the chain; repeating the call returns the same",
    refuses: [
      "BET_NOT_FOUND",
      "BET_CREDITED",
      "NOT_FINAL_YET",
      "PAYMENT_MISMATCH",
      "PAYMENT_FAILED",
      "CHAIN_UNAVAILABLE",
    ],
    params: ofRace,
    body: z.object({
      betId,
      walletAddress: wallet,
      /** Absent if there was nothing to sign. */
      txSignature: z.optional(z.nullable(signature)),
      /** Still accepted on the wire; they never change what was prepared. */
      horseId: z.optional(z.nullable(z.int())),
      minAmount: z.optional(z.nullable(z.union([z.number(), text(40)]))),
    }),
    reply: z.object({ message: z.string(), bet: ownBet }),
    perMinute: 240,
  }),
};
