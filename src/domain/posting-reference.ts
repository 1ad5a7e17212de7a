/**
 * The reference of each posting: its idempotency key, made of what it is about. A fact that must happen once, or
 * two facts of which only one may happen, have one reference (rule MONEY-2).
 */
export const postingReference = {
  bet: (betId: string) => `bet:${betId}`,
  betVoided: (betId: string) => `void:${betId}`,
  playMoney: (betId: string) => `mint:${betId}`,
  jackpot: (raceId: string) => `jackpot:${raceId}`,
  specialJackpot: (specialRaceId: string) => `reserved:${specialRaceId}`,
  /** Of its way to its race and of that back to equity: it is given away once. */
  specialJackpotReleased: (specialRaceId: string) => `released:${specialRaceId}`,
  /** Of a race's settlement and of its refund: its pool is given out once (rule INV-4). */
  settlement: (raceId: string) => `settle:${raceId}`,
  /** Of the refund of a race that is settled: once at most (rule MONEY-9). */
  reversal: (raceId: string) => `reverse:${raceId}`,
  /** Of a bet that is refunded by itself, before its race or after it: once at most (rule MONEY-23). */
  betRefunded: (betId: string) => `refund:${betId}`,
  superfectaBonus: (raceId: string, wallet: string) => `bonus:${raceId}:${wallet}`,
  credit: (signature: string) => `deposit:${signature}`,
  depositVoided: (signature: string) => `void-deposit:${signature}`,
  funding: (signature: string) => `funding:${signature}`,
  /** Of house wallets that come from another installation. */
  restored: (id: string) => `restored:${id}`,
  payment: (paymentId: string) => `payment:${paymentId}`,
  paymentCancelled: (paymentId: string) => `cancelled:${paymentId}`,
  paymentCompleted: (paymentId: string) => `paid:${paymentId}`,
  failedAttempt: (signature: string) => `failed:${signature}`,
  balanceAdjusted: (adjustmentId: string) => `adjusted:${adjustmentId}`,
  difference: (auditId: string) => `explained:${auditId}`,
} as const;
