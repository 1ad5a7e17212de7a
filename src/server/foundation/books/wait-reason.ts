import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";

type Waiting = Reply<Api["getOverview"]>["waitingPayments"][number];
export type WaitReason = Waiting["why"];

/** Conditions that currently apply to all payments. */
export interface PaymentObstacles {
  readonly isHalted: boolean;
  readonly isLocked: boolean;
  readonly hasLeader: boolean;
  readonly isChainSilent: boolean;
  readonly isHotWalletShort: boolean;
}

/** Where one payment, or several alike, are on their way. */
export interface WaitingPayment {
  readonly kind: Waiting["kind"];
  readonly stage: "unsigned" | "sent" | "unknown";
  /**
   * Whether it has expired more than once and is signed again later; when the chain is not asked, it counts as sent.
   */
  readonly isPausing?: boolean;
  /** Whether it leaves from the hot wallet, as most payments do. */
  readonly isFromHot: boolean;
}

/**
 * Why a payment waits: the first reason that applies. An anchor moves no money, and a
 * halt does not hold it back.
 */
export function waitReasonOf(payment: WaitingPayment, now: PaymentObstacles): WaitReason {
  if (payment.stage === "unknown") return "unknown";
  if (!now.hasLeader) return "no-leader";
  if (now.isChainSilent) return "chain-silent";
  if (payment.stage === "sent") return "confirming";
  if (now.isLocked) return "locked";
  if (now.isHalted && payment.kind !== "anchor") return "halted";
  if (payment.isPausing) return "pausing";
  return now.isHotWalletShort && payment.isFromHot ? "hot-wallet-short" : "queued";
}
