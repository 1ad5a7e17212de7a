interface Countdown {
  readonly startedAt: number;
  readonly countdownMs: number;
  readonly extendMs: number;
}

/**
 * When a countdown ends: a bet with less than `extendMs` left extends the remaining time to `extendMs`; the
 * whole countdown lasts at most twice `countdownMs` (rule RACE-5). A bet counts only if it came after the start
 * and before the end set by the bets before it; the bet that starts the countdown does not extend it.
 * @testing the whole countdown at once, which the tests compare with its steps
 */
export const countdownEnd = (countdown: Countdown, betTimes: readonly number[]): number =>
  betTimes
    .toSorted((a, b) => a - b)
    .reduce((end, at) => extendEnd(countdown, end, at), countdown.startedAt + countdown.countdownMs);

/** The end after one more bet. */
export function extendEnd(
  { startedAt, countdownMs, extendMs }: Countdown,
  end: number,
  betAt: number,
): number {
  if (betAt <= startedAt || betAt >= end) return end;
  return Math.max(end, Math.min(startedAt + 2 * countdownMs, betAt + extendMs));
}

/**
 * Bets confirmed after this moment can still extend the end. Every bet that was already counted is before it, since it
 * moved the end to `extendMs` after itself. Null when the countdown has its full length.
 */
export function extendableAfter({ startedAt, countdownMs, extendMs }: Countdown, end: number): number | null {
  return end >= startedAt + 2 * countdownMs ? null : Math.max(startedAt, end - extendMs);
}
