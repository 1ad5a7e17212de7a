import type { Api } from "../../contract/api.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";

type Waiting = Reply<Api["getOverview"]>["waitingPayments"][number];
export type WaitReason = Waiting["why"];

/** What holds for all payments at this moment. */
export interface Hindrances {
  readonly isHalted: boolean;
  readonly isLocked: boolean;
  readonly hasLeader: boolean;
  readonly isChainSilent: boolean;
  readonly isHotWalletShort: boolean;
}

/** Where one payment, or several alike, stand on their way. */
export interface WaitingPayment {
  readonly kind: Waiting["kind"];
  readonly stage: "unsigned" | "sent" | "unknown";
  /** Payouts of a race whose bets are not final (rule BET-9). */
  readonly waitsForBets: boolean;
  /** Whether it has expired more than once and is signed anew later; where nobody asks the chain, it counts as sent. */
  readonly isPausing?: boolean;
  /** From the hot wallet, which most payments leave. */
  readonly isFromHot: boolean;
}

/**
 * Why a payment waits: the first reason that holds (rules OVERVIEW-2 and PAYOUTS-3). An anchor moves no money, and no halt keeps
 * it back.
 */
export function waitReasonOf(payment: WaitingPayment, now: Hindrances): WaitReason {
  if (payment.stage === "unknown") return "unknown";
  if (!now.hasLeader) return "no-leader";
  if (now.isChainSilent) return "chain-silent";
  if (payment.stage === "sent") return "confirming";
  if (payment.waitsForBets) return "bets-not-final";
  if (now.isLocked) return "locked";
  if (now.isHalted && payment.kind !== "anchor") return "halted";
  if (payment.isPausing) return "pausing";
  return now.isHotWalletShort && payment.isFromHot ? "hot-wallet-short" : "queued";
}
