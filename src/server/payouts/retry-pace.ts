import type { AttemptRow, OpenPayment, PaymentRow } from "./open-payments.ts";

/** When what was signed is sent again: after so long, then each time after twice as long, up to the most. */
const FIRST_SEND_MS = 1_000;
const MOST_SEND_MS = 16_000;

/** What has expired twice is signed anew so long after it was signed, then each time after twice as long, up to the most. */
const FIRST_SIGN_MS = 120_000;
const MOST_SIGN_MS = 1_920_000;

/**
 * When the bytes of an attempt go out again, last sent at that time (rule PAYOUTS-4). It follows from when they were signed
 * alone, so that a restart and every instance come to the same.
 */
export function nextSendAt({ createdAt }: Pick<AttemptRow, "createdAt">, sentAtMs: number): number {
  const age = sentAtMs - createdAt.getTime();
  let mark = FIRST_SEND_MS;
  while (mark <= age) mark += Math.min(mark, MOST_SEND_MS);
  return createdAt.getTime() + mark;
}

/** So often a memo that lands with an error is signed (rule PAYOUTS-5). */
export const MOST_FAILED_MEMOS = 8;

/** Attempts that landed with an error since an admin took the memo up again. */
export const failuresOf = (
  { processedAt }: Pick<PaymentRow, "processedAt">,
  charged: readonly Pick<AttemptRow, "createdAt">[],
): number => charged.filter(({ createdAt }) => processedAt === null || createdAt > processedAt).length;

/**
 * From when on a payment whose attempts have all expired is signed anew (rule PAYOUTS-4): at once after the first, for most
 * that expire were dropped on the way; later ever more slowly. A race waits for its anchor, which waits only after it has landed
 * with an error so often, counted in the same way (rule PAYOUTS-5).
 */
export function nextSigningAt({ payment, attempts }: OpenPayment, failures = 0): number {
  const last = attempts.at(-1);
  const vain = payment.kind === "anchor" ? failures : attempts.length;
  if (last === undefined || vain < 2) return 0;
  // The delay is at its most long before the shift could grow too large.
  const doublings = Math.min(vain - 2, 10);
  return last.createdAt.getTime() + Math.min(FIRST_SIGN_MS * 2 ** doublings, MOST_SIGN_MS);
}

/** When this process has last sent what; a new one has sent nothing, and sends everything at once. */
export class SentTimes {
  readonly #times = new Map<string, number>();

  isDue(attempt: AttemptRow, nowMs: number): boolean {
    const sentAt = this.#times.get(attempt.signature);
    return sentAt === undefined || nextSendAt(attempt, sentAt) <= nowMs;
  }

  note(signature: string, nowMs: number): void {
    this.#times.set(signature, nowMs);
  }

  /** Forgets the attempts of payments that have come to their end. */
  keepOnly(open: readonly OpenPayment[]): void {
    const kept = new Set(open.flatMap(({ attempts }) => attempts.map(({ signature }) => signature)));
    for (const signature of this.#times.keys()) if (!kept.has(signature)) this.#times.delete(signature);
  }
}
