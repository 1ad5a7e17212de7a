import type { AttemptRow, OpenPayment, PaymentRow } from "./open-payments.ts";

/**
 * When the bytes of an attempt are sent again: first after this long, then each time after twice as long, up to the
 * maximum.
 */
const FIRST_SEND_MS = 1_000;
const MAX_SEND_MS = 16_000;

/**
 * When a payment whose attempts have expired twice is signed again: first after this long, then each time after twice
 * as long, up to the maximum.
 */
const FIRST_SIGN_MS = 120_000;
const MAX_SIGN_MS = 1_920_000;

/**
 * When the bytes of an attempt are next sent, given when they were last sent (rule PAYOUTS-4). It depends only on when
 * they were signed, so that every instance, and a restart, computes the same time.
 */
export function nextSendAt({ createdAt }: Pick<AttemptRow, "createdAt">, sentAtMs: number): number {
  const age = sentAtMs - createdAt.getTime();
  let mark = FIRST_SEND_MS;
  while (mark <= age) mark += Math.min(mark, MAX_SEND_MS);
  return createdAt.getTime() + mark;
}

/** How many times a memo that lands with an error is signed (rule PAYOUTS-5). */
export const MAX_FAILED_MEMOS = 8;

/** Attempts that landed with an error since an admin reopened the memo. */
export const failuresOf = (
  { processedAt }: Pick<PaymentRow, "processedAt">,
  charged: readonly Pick<AttemptRow, "createdAt">[],
): number => charged.filter(({ createdAt }) => processedAt === null || createdAt > processedAt).length;

/**
 * The earliest time at which a payment whose attempts have all expired is signed again (rule PAYOUTS-4): at once after
 * the first, because most attempts that expire were dropped on the way; then with increasing delays. A race waits for
 * its anchor, so an anchor is delayed only for attempts that landed with an error, counted in the same way (rule
 * PAYOUTS-5).
 */
export function nextSigningAt({ payment, attempts }: OpenPayment, failures = 0): number {
  const last = attempts.at(-1);
  const vain = payment.kind === "anchor" ? failures : attempts.length;
  if (last === undefined || vain < 2) return 0;
  // The delay reaches its maximum long before the shift could grow too large.
  const doublings = Math.min(vain - 2, 10);
  return last.createdAt.getTime() + Math.min(FIRST_SIGN_MS * 2 ** doublings, MAX_SIGN_MS);
}

/** When this process last sent each attempt; a new process has sent nothing, and sends everything at once. */
export class SentTimes {
  readonly #times = new Map<string, number>();

  isDue(attempt: AttemptRow, nowMs: number): boolean {
    const sentAt = this.#times.get(attempt.signature);
    return sentAt === undefined || nextSendAt(attempt, sentAt) <= nowMs;
  }

  note(signature: string, nowMs: number): void {
    this.#times.set(signature, nowMs);
  }

  /** Forgets the attempts of payments that have ended. */
  keepOnly(open: readonly OpenPayment[]): void {
    const signatures = new Set(open.flatMap(({ attempts }) => attempts.map(({ signature }) => signature)));
    for (const signature of this.#times.keys()) if (!signatures.has(signature)) this.#times.delete(signature);
  }
}
