import { type Difference, differs, same } from "./difference.ts";
import { own } from "./own.ts";
import type { PublishedRace, RecordOf } from "./record.ts";

interface OwedWinnings {
  /** Lamports as text. */
  readonly payout: string;
  /** Null for a player who hides figures. */
  readonly wallet: string | null;
}

/** Winnings that have not ended yet, by race and bet. */
export type OpenWinnings = Record<string, Record<string, OwedWinnings>>;

/** How many are remembered, so that the state stays small; `verifier/verify.py` remembers all. */
const REMEMBERED = 1_000;

/** Winnings that could not be sent, newest last: an admin may retry each, which is another payment. */
export type KeptWinnings = (OwedWinnings & { readonly bet: string })[];

/** Each winning bet of a paid real-money race is owed its payout, until it is paid or kept, once (rules MONEY-10 and INV-7). */
export function oweWinnings(open: OpenWinnings, { id, ledger, settlement }: PublishedRace): void {
  if (ledger === "play" || settlement.kind === "refunded") return;
  const won = settlement.bets.filter(({ payout }) => payout > 0n);
  if (won.length === 0) return;
  const owed = won.map(({ id: bet, payout, user_wallet: wallet }) => [bet, { payout: `${payout}`, wallet }]);
  open[id] = Object.fromEntries(owed) as Record<string, OwedWinnings>;
}

/**
 * A payout has ended: it has to be for a bet that won, once, with what it won, to the player who placed it (rules
 * MONEY-10, INV-7 and EXPORT-3). A payout that was kept may be paid by another payment (rule PAYOUTS-2).
 */
export function endWinnings(
  { open, keptWinnings }: { readonly open: OpenWinnings; readonly keptWinnings: KeptWinnings },
  record: RecordOf<"payout">,
): readonly Difference[] {
  const { bet, payment, wallet, signature, outcome, lamports } = record;
  const isFull = keptWinnings.length >= REMEMBERED;
  const owed = takeOpen(open, record) ?? takeKept(keptWinnings, bet);
  if (owed === null) {
    // A retry of one that was kept too long ago to be remembered.
    if (isFull && /-again-\d+$/.test(payment)) return [];
    return differs(
      "INV-7",
      `${bet}: nothing to be paid, or not any more`,
      `${payment}: ${outcome} ${lamports}`,
    );
  }
  if (outcome === "kept") keptWinnings.push({ ...owed, bet });
  if (keptWinnings.length > REMEMBERED) keptWinnings.shift();
  const isHidden = wallet === null || owed.wallet === null;
  return [
    ...same("MONEY-10", `${bet}: payout`, owed.payout, `${lamports}`),
    ...(isHidden ? [] : same("MONEY-10", `${bet}: wallet`, owed.wallet, wallet)),
    ...(outcome === "paid" && wallet !== null && signature === null
      ? differs("MONEY-10", `${bet}: paid by a transaction`, `${payment}: no signature`)
      : []),
  ];
}

function takeOpen(open: OpenWinnings, { race, bet }: RecordOf<"payout">): OwedWinnings | null {
  const of = own(open, race);
  const owed = of && own(of, bet);
  if (of === undefined || owed === undefined) return null;
  delete of[bet];
  if (Object.keys(of).length === 0) delete open[race];
  return owed;
}

function takeKept(keptWinnings: KeptWinnings, bet: string): OwedWinnings | null {
  const at = keptWinnings.findIndex((one) => one.bet === bet);
  const [{ payout, wallet } = { payout: "", wallet: null }] = at < 0 ? [] : keptWinnings.splice(at, 1);
  return at < 0 ? null : { payout, wallet };
}

/** Number of bets whose winnings are on their way, by the records so far. */
export const countWinnings = (open: OpenWinnings): number =>
  Object.values(open).reduce((sum, bets) => sum + Object.keys(bets).length, 0);
