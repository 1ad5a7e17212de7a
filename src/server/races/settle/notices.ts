import type { Lamports } from "../../../domain/lamports.ts";
import type { SettledBet } from "../../../domain/settlement.ts";
import type { Notice } from "../../notifications/stored-notifications.ts";

export const winNotices = (raceId: string, bets: readonly SettledBet[], isPlay: boolean): Notice[] =>
  bets.flatMap(({ wallet, result, payout: amount }): Notice[] => {
    const kind = isPlay ? "race_won_in_play_money" : "race_won";
    const won: Notice[] = result === "win" ? [{ wallet, kind, params: { raceId, amount } }] : [];
    return [...won, balanceNotice(wallet)];
  });

export const refundNotices = (raceId: string, bets: readonly SettledBet[]): Notice[] =>
  bets.flatMap(({ wallet, refund: amount }): Notice[] => [
    { wallet, kind: "bet_refunded", params: { raceId, amount } },
    balanceNotice(wallet),
  ]);

interface Returned {
  readonly wallet: string;
  readonly stake: Lamports;
  /** Amount taken back from the balance. */
  readonly taken: Lamports;
}

/** A race is refunded after its settlement: everyone gets the stake back, and winners lose what they had won. */
export const reversalNotices = (raceId: string, returned: readonly Returned[]): Notice[] =>
  returned.map(({ wallet, stake: amount, taken }) =>
    taken === 0n
      ? { wallet, kind: "bet_refunded", params: { raceId, amount } }
      : { wallet, kind: "settled_race_refunded", params: { raceId, amount, taken } },
  );

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
