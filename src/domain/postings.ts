import type { FeeSplit } from "./fee-split.ts";
import { type Lamports, sum } from "./lamports.ts";
import {
  type Account,
  type LedgerName,
  type Posting,
  poolAccount,
  posting,
  transfer,
  userAccount,
} from "./ledger.ts";
import type { PaidSettlement, RefundedSettlement } from "./settlement.ts";

interface BetFact {
  readonly betId: string;
  readonly raceId: string;
  readonly wallet: string;
  readonly stake: Lamports;
  readonly ledger: LedgerName;
}

/** A stake came in: on the chain, or from the player's play money. */
export const betConfirmed = ({ betId, raceId, wallet, stake, ledger }: BetFact): Posting =>
  transfer(
    { reference: `bet:${betId}`, kind: "bet", ledger, raceId },
    stakeSource(wallet, ledger),
    poolAccount(raceId, ledger),
    stake,
  );

/** A bet's payment was dropped by a fork before it was final: the stake never came. */
export const betVoided = ({ betId, raceId, wallet, stake, ledger }: BetFact): Posting =>
  transfer(
    { reference: `void:${betId}`, kind: "bet voided", ledger, raceId },
    poolAccount(raceId, ledger),
    stakeSource(wallet, ledger),
    stake,
  );

/** One bet of an open race goes back to its player's balance (rule MONEY-7). */
export const betRefunded = ({ betId, raceId, wallet, stake, ledger }: BetFact): Posting =>
  transfer(
    { reference: `refund-bet:${betId}`, kind: "bet refunded", ledger, raceId },
    poolAccount(raceId, ledger),
    userAccount(wallet, ledger),
    stake,
  );

const stakeSource = (wallet: string, ledger: LedgerName): Account =>
  ledger === "play" ? userAccount(wallet, ledger) : "chain:deposit";

/** Play money made for a player of a testing race (rule BET-10). */
export const playMinted = (mint: { reference: string; wallet: string; lamports: Lamports }): Posting =>
  transfer(
    { reference: `mint:${mint.reference}`, kind: "play money", ledger: "play" },
    "play:mint",
    userAccount(mint.wallet, "play"),
    mint.lamports,
  );

interface RaceFact {
  readonly raceId: string;
  readonly ledger: LedgerName;
}

/** The house gives a race its jackpot when it creates it (rule MONEY-16). Real money only. */
export const jackpotFunded = ({ raceId, jackpot }: { raceId: string; jackpot: Lamports }): Posting =>
  transfer(
    { reference: `jackpot:${raceId}`, kind: "jackpot", ledger: "real", raceId },
    "equity",
    `jackpot:${raceId}`,
    jackpot,
  );

/**
 * A race is settled: the pool and the jackpot become payouts, commissions, the bonus fund's share and
 * the house's part (rule MONEY-4). In play money the house's part and the jackpot belong to the mint.
 * Shares its reference with `raceRefunded`, so a race's pool is given out once, ever (rule INV-4).
 *
 * @param split of the same settlement; not used for play money, which earns nobody anything.
 */
export function raceSettled(
  { raceId, ledger }: RaceFact,
  { pool, jackpot, fee, remainder, bets }: PaidSettlement,
  split: FeeSplit,
): Posting {
  const payouts = bets.map(({ wallet, payout }) => [userAccount(wallet, ledger), payout] as const);
  const kept: readonly (readonly [Account, bigint])[] =
    ledger === "play"
      ? [["play:mint", fee + remainder - jackpot]]
      : [
          [`jackpot:${raceId}`, 0n - jackpot],
          ...split.commissions.map(({ referrer, amount }) => [`referral:${referrer}`, amount] as const),
          ["bonus", split.toBonus],
          ["equity", split.toEquity],
        ];
  return posting({
    reference: `settle:${raceId}`,
    kind: "race settled",
    ledger,
    raceId,
    entries: [[poolAccount(raceId, ledger), 0n - pool], ...payouts, ...kept],
  });
}

/** A race is refunded before settlement: stakes to the balances, the jackpot to the house (rules MONEY-6, MONEY-7). */
export function raceRefunded(
  { raceId, ledger }: RaceFact,
  { pool, jackpot, bets }: RefundedSettlement,
): Posting {
  const stakes = bets.map(({ wallet, refund }) => [userAccount(wallet, ledger), refund] as const);
  const returned: readonly (readonly [Account, bigint])[] =
    ledger === "play"
      ? []
      : [
          [`jackpot:${raceId}`, 0n - jackpot],
          ["equity", jackpot],
        ];
  return posting({
    reference: `settle:${raceId}`,
    kind: "race refunded",
    ledger,
    raceId,
    entries: [[poolAccount(raceId, ledger), 0n - pool], ...stakes, ...returned],
  });
}

interface ReversedRace extends RaceFact {
  readonly settlement: PaidSettlement;
  readonly split: FeeSplit;
  /** Bets whose payout had left for good; the house makes it up. The other payouts are on the balance again. */
  readonly sentBetIds: ReadonlySet<string>;
}

/**
 * A settled race is refunded: stakes go to the balances; payouts not yet sent, commissions, the bonus
 * fund's share and the house's part are taken back; what has been sent is made up from house equity
 * (rule MONEY-9). The caller has cancelled the unsent payments first and checks the resulting balances.
 */
export function settledRaceRefunded({
  raceId,
  ledger,
  settlement,
  split,
  sentBetIds,
}: ReversedRace): Posting {
  const original = raceSettled({ raceId, ledger }, settlement, split);
  const house = ledger === "play" ? "play:mint" : "equity";
  const taken = settlement.bets.flatMap(({ betId, wallet, payout, stake }) => [
    [sentBetIds.has(betId) ? house : userAccount(wallet, ledger), 0n - payout] as const,
    [userAccount(wallet, ledger), stake] as const,
  ]);
  const houseParts = original.entries
    .filter(({ account }) => /^(referral:|bonus$|equity$|play:mint$)/.test(account))
    .map(({ account, lamports }) => [account, 0n - lamports] as const);
  const jackpotReturned = ledger === "play" ? 0n : settlement.jackpot;
  return posting({
    reference: `unsettle:${raceId}`,
    kind: "settled race refunded",
    ledger,
    raceId,
    entries: [...taken, ...houseParts, [house, jackpotReturned]],
  });
}

/** A superfecta bonus to a player's balance (rule MONEY-14). */
export const bonusAwarded = (award: { raceId: string; wallet: string; amount: Lamports }): Posting =>
  transfer(
    {
      reference: `bonus:${award.raceId}:${award.wallet}`,
      kind: "superfecta bonus",
      ledger: "real",
      raceId: award.raceId,
    },
    "bonus",
    userAccount(award.wallet),
    award.amount,
  );

/** A bonus goes back because its race was refunded after settlement (rule MONEY-9). */
export const bonusReversed = (award: { raceId: string; wallet: string; amount: Lamports }): Posting =>
  transfer(
    {
      reference: `bonus-reversed:${award.raceId}:${award.wallet}`,
      kind: "superfecta bonus reversed",
      ledger: "real",
      raceId: award.raceId,
    },
    userAccount(award.wallet),
    "bonus",
    award.amount,
  );

/** An admin changes a player's balance at the house's cost; `change` may be negative, never zero. */
export function balanceAdjusted(adjustment: { id: string; wallet: string; change: Lamports }): Posting {
  if (adjustment.change === 0n) throw new RangeError(`adjustment ${adjustment.id} of nothing`);
  return posting({
    reference: `adjust:${adjustment.id}`,
    kind: "balance adjusted",
    ledger: "real",
    entries: [
      ["equity", 0n - adjustment.change],
      [userAccount(adjustment.wallet), adjustment.change],
    ],
  });
}

/** Total credited to an account by a posting; zero when it is not touched. */
export const creditedTo = (fact: Posting, account: Account): Lamports =>
  sum(fact.entries.filter((entry) => entry.account === account).map((entry) => entry.lamports));
