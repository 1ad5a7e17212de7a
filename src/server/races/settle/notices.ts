import type { Lamports } from "../../../domain/lamports.ts";
import type { SettledBet } from "../../../domain/settlement.ts";
import { raceLabel } from "../../../domain/race-label.ts";
import { formatSol } from "../../../domain/sol-amount.ts";

/** Something to tell a player. A passing one makes an open page look again and is kept nowhere. */
export interface Notice {
  readonly wallet: string;
  readonly type:
    | "race_won"
    | "bet_refunded"
    | "superfecta_bonus"
    | "streak_update"
    | "balance_update_request";
  readonly title: string;
  readonly body: string;
  readonly isPassing: boolean;
}

export const winNotices = (raceId: string, bets: readonly SettledBet[], isPlay: boolean): Notice[] =>
  bets.flatMap(({ wallet, result, payout }) => [
    ...(result === "win" ? [winNotice(raceId, { wallet, payout, isPlay })] : []),
    balanceNotice(wallet),
  ]);

const winNotice = (
  raceId: string,
  { wallet, payout, isPlay }: { wallet: string; payout: Lamports; isPlay: boolean },
): Notice => ({
  wallet,
  type: "race_won",
  title: "You won",
  body: isPlay
    ? `Your horse won race ${raceLabel(raceId)}: ${formatSol(payout)} SOL of play money are on your balance.`
    : `Your horse won race ${raceLabel(raceId)}: ${formatSol(payout)} SOL are on their way to your wallet.`,
  isPassing: false,
});

export const refundNotices = (raceId: string, bets: readonly SettledBet[]): Notice[] =>
  bets.flatMap(({ wallet, refund }) => [
    {
      wallet,
      type: "bet_refunded" as const,
      title: "Bet refunded",
      body: `Race ${raceLabel(raceId)} was refunded: your ${formatSol(refund)} SOL are on your balance.`,
      isPassing: false,
    },
    balanceNotice(wallet),
  ]);

export const bonusNotice = (wallet: string, amount: Lamports): Notice => ({
  wallet,
  type: "superfecta_bonus",
  title: "Superfecta!",
  body: `Four wins in a row: ${formatSol(amount)} SOL are on your balance.`,
  isPassing: false,
});

/** The body is the new streak, for the badges of an open page. */
export const streakNotice = (wallet: string, streak: number): Notice => ({
  wallet,
  type: "streak_update",
  title: "Win streak",
  body: String(streak),
  isPassing: true,
});

const balanceNotice = (wallet: string): Notice => ({
  wallet,
  type: "balance_update_request",
  title: "Balance",
  body: "Your balance has changed.",
  isPassing: true,
});
