/** What the house pays players for. */
export const playerPaymentKinds = ["payout", "withdrawal", "referral", "manual"] as const;

/**
 * What outgoing payments are for. An anchor is a memo and moves nothing; a sweep stays within the house; `notary` is what
 * the log's notary will spend on its memos.
 */
export const paymentKinds = [...playerPaymentKinds, "sweep", "notary", "anchor"] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/**
 * pending: nothing signed yet. sent: an attempt may land. unknown: the chain cannot tell us yet. completed: finalized
 * on chain. failed: landed with an error. cancelled: never sent.
 */
export const paymentStatuses = ["pending", "sent", "unknown", "completed", "failed", "cancelled"] as const;
