import type { SignatureStatus } from "../../foundation/ports.ts";
import type { PaidAttempt } from "./final-fees.ts";
import type { AttemptRow, OpenPayment } from "./open-payments.ts";
import { failuresOf, MAX_FAILED_MEMOS } from "./retry-pace.ts";

/** What a payment needs next, derived from what the chain says about its attempts (rule MONEY-11). */
export type PaymentState =
  /** One attempt is final and succeeded; `charged` are others that landed with an error. */
  | { readonly type: "paid"; readonly by: PaidAttempt; readonly charged: readonly AttemptRow[] }
  /** May still land: the same bytes are sent again. */
  | { readonly type: "unexpired"; readonly attempts: readonly AttemptRow[] }
  /**
   * Nothing more can land, but nothing is known of the `missing` attempts: `otherwise` holds if it is proven that none
   * of them landed, see classify-payments.ts.
   */
  | { readonly type: "expired"; readonly missing: readonly AttemptRow[]; readonly otherwise: SettledState }
  /** Whether an expired attempt landed cannot be determined yet. */
  | { readonly type: "unknown" }
  | SettledState;

/** All attempts are accounted for, and none of them paid. */
type SettledState =
  /** Landed with an error, final, and no other attempt can land. */
  | { readonly type: "failed"; readonly error: string; readonly charged: readonly AttemptRow[] }
  /** For a memo, which is signed again a limited number of times: it owes nothing to anyone (rule PAYOUTS-5). */
  | { readonly type: "memo-failed"; readonly error: string; readonly charged: readonly AttemptRow[] }
  /** Nothing was signed, or nothing that was signed landed or can still land. */
  | { readonly type: "unsigned" };

interface Known {
  /**
   * Block height, read BEFORE the statuses: an attempt that has expired by it has landed by then or never
   * will.
   */
  readonly height: bigint;
  readonly statuses: ReadonlyMap<string, SignatureStatus>;
}

export function classifyPayment(
  { payment, attempts }: OpenPayment,
  { height, statuses }: Known,
): PaymentState {
  const seen = attempts.flatMap((attempt) => {
    const status = statuses.get(attempt.signature);
    return status ? [{ attempt, status }] : [];
  });
  const failed = seen.filter(({ status }) => status.error !== null);
  const paid = seen.find(({ status }) => status.error === null);
  const charged = failed.map(({ attempt }) => attempt);
  if (paid) return { type: "paid", by: { attempt: paid.attempt, slot: paid.status.slot }, charged };

  const missing = attempts.filter(({ signature }) => !statuses.has(signature));
  const unexpired = missing.filter(({ lastValidBlockHeight }) => lastValidBlockHeight >= height);
  if (unexpired.length > 0) return { type: "unexpired", attempts: unexpired };
  const error = failed.at(-1)?.status.error;
  const mayTryAgain = payment.kind === "anchor" && failuresOf(payment, charged) < MAX_FAILED_MEMOS;
  const otherwise: SettledState = error
    ? { type: mayTryAgain ? "memo-failed" : "failed", error, charged }
    : { type: "unsigned" };
  return missing.length > 0 ? { type: "expired", missing, otherwise } : otherwise;
}
