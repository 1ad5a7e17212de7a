import { type Difference, differs, same } from "./difference.ts";
import { own } from "./own.ts";
import type { PublishedRace, RecordOf } from "./record.ts";

interface OwedWinnings {
  /** Lamports as text. */
  readonly payout: string;
  /** Null of who hides figures. */
  readonly wallet: string | null;
}

/** Winnings of one race that have not ended yet, by bet. */
interface OpenRace {
  readonly bets: Record<string, OwedWinnings>;
  /** Whether a refund of the race after it was paid is recorded. */
  isReversed: boolean;
}

/** Races with winnings that are on their way, by their ids. */
export type OpenWinnings = Record<string, OpenRace>;

/** Each winning bet of a paid race in real money is owed its payout, until that was paid or kept, once (rules MONEY-10 and INV-7). */
export function oweWinnings(open: OpenWinnings, { id, ledger, settlement }: PublishedRace): void {
  if (ledger === "play" || settlement.kind === "refunded") return;
  const won = settlement.bets.filter(({ payout }) => payout > 0n);
  if (won.length === 0) return;
  const owed = won.map(({ id: bet, payout, user_wallet: wallet }) => [bet, { payout: `${payout}`, wallet }]);
  open[id] = { bets: Object.fromEntries(owed) as Record<string, OwedWinnings>, isReversed: false };
}

/** A payout has ended: of a bet that won, once, with what it won, to who had bet (rules MONEY-10, INV-7 and EXPORT-3). */
export function endWinnings(
  open: OpenWinnings,
  { race, bet, payment, wallet, signature, outcome, lamports }: RecordOf<"payout">,
): readonly Difference[] {
  const of = own(open, race);
  const owed = of && own(of.bets, bet);
  if (of === undefined || owed === undefined) {
    return differs(
      "INV-7",
      `${bet}: nothing to be paid, or not any more`,
      `${payment}: ${outcome} ${lamports}`,
    );
  }
  delete of.bets[bet];
  if (Object.keys(of.bets).length === 0) delete open[race];
  const isHidden = wallet === null || owed.wallet === null;
  return [
    ...same("MONEY-10", `${bet}: payout`, owed.payout, `${lamports}`),
    ...(isHidden ? [] : same("MONEY-10", `${bet}: wallet`, owed.wallet, wallet)),
    ...(outcome === "paid" && wallet !== null && signature === null
      ? differs("MONEY-10", `${bet}: paid by a transaction`, `${payment}: no signature`)
      : []),
  ];
}

/** Bets whose winnings are on their way, by the records so far. */
export const countWinnings = (open: OpenWinnings): number =>
  Object.values(open).reduce((sum, { bets }) => sum + Object.keys(bets).length, 0);
