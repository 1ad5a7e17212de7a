import type { Lamports } from "../../../../domain/lamports.ts";
import type { SettledBet } from "../../../../domain/settlement.ts";
import type { Notice } from "../../../foundation/notifications/stored-notifications.ts";

export const winNotices = (raceId: string, bets: readonly SettledBet[], isPlay: boolean): Notice[] =>
  bets.flatMap(({ wallet, result, payout: amount }): Notice[] => {
    const kind = isPlay ? "race_won_in_play_money" : "race_won";
    const won: Notice[] = result === "win" ? [{ wallet, kind, params: { raceId, amount } }] : [];
    return [...won, balanceNotice(wallet)];
  });

export const refundNotices = (raceId: string, bets: readonly SettledBet[]): Notice[] =>
  bets.flatMap(({ wallet, refund }): Notice[] => [
    raceRefundedNotice(raceId, wallet, refund),
    balanceNotice(wallet),
  ]);

/** The player's stake went back because the race was refunded, before its settlement or after it. */
export const raceRefundedNotice = (raceId: string, wallet: string, amount: Lamports): Notice => ({
  wallet,
  kind: "bet_refunded",
  params: { raceId, amount },
});

export const balanceNotices = (wallets: readonly string[]): Notice[] => wallets.map(balanceNotice);

export const bonusNotice = (wallet: string, amount: Lamports): Notice => ({
  wallet,
  kind: "superfecta_bonus",
  params: { amount },
});

/** Four wins in a row while the fund held less than one bonus: `amount` is what it holds (rule MONEY-14). */
export const refillingNotice = (wallet: string, amount: Lamports): Notice => ({
  wallet,
  kind: "superfecta_refilling",
  params: { amount },
});

export const streakNotice = (wallet: string, streak: number): Notice => ({
  wallet,
  kind: "streak_changed",
  params: { streak },
});

const balanceNotice = (wallet: string): Notice => ({ wallet, kind: "balance_changed", params: {} });
