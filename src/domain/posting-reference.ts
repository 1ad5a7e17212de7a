/**
 * The reference of each posting: its idempotency key, made from what the posting is about. A fact that must happen
 * once has one reference, and two facts of which only one may happen share one (rule MONEY-2).
 */
export const postingReference = {
  bet: (betId: string) => `bet:${betId}`,
  playMoney: (betId: string) => `mint:${betId}`,
  jackpot: (raceId: string) => `jackpot:${raceId}`,
  specialJackpot: (specialRaceId: string) => `reserved:${specialRaceId}`,
  /** Shared by its transfer to its race and the one back to equity: it is given away once. */
  specialJackpotReleased: (specialRaceId: string) => `released:${specialRaceId}`,
  /** Shared by a race's settlement and its refund: its pool is given out once (rule INV-4). */
  settlement: (raceId: string) => `settle:${raceId}`,
  /** Refund of a bet, before its race or after it, alone or with the race: at most once (rules MONEY-9, MONEY-23). */
  betRefunded: (betId: string) => `refund:${betId}`,
  superfectaBonus: (raceId: string, wallet: string) => `bonus:${raceId}:${wallet}`,
  credit: (signature: string) => `deposit:${signature}`,
  funding: (signature: string) => `funding:${signature}`,
  /** House wallets that come from another installation. */
  restored: (id: string) => `restored:${id}`,
  payment: (paymentId: string) => `payment:${paymentId}`,
  paymentCancelled: (paymentId: string) => `cancelled:${paymentId}`,
  paymentCompleted: (paymentId: string) => `paid:${paymentId}`,
  failedAttempt: (signature: string) => `failed:${signature}`,
  balanceAdjusted: (adjustmentId: string) => `adjusted:${adjustmentId}`,
  difference: (auditId: string) => `explained:${auditId}`,
} as const;
