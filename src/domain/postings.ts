import type { FeeSplit } from "./fee-split.ts";
import { type Lamports, lamports, type SignedLamports } from "./lamports.ts";
import {
  type Account,
  type LedgerName,
  type Posting,
  houseAccount,
  poolAccount,
  posting,
  splitPosting,
  transfer,
  userAccount,
  walletAccount,
} from "./ledger.ts";
import { postingReference } from "./posting-reference.ts";
import type { PaidSettlement, RefundedSettlement } from "./settlement.ts";

interface BetFact {
  readonly betId: string;
  readonly raceId: string;
  readonly wallet: string;
  readonly stake: Lamports;
  readonly ledger: LedgerName;
}

interface PaidBetFact extends BetFact {
  /** The deposit wallet that the stake came to; null for play money. */
  readonly depositAddress: string | null;
}

/** A stake came in: on the chain, or from the player's play money. */
export const betConfirmed = ({ betId, raceId, stake, ledger, ...bet }: PaidBetFact): Posting =>
  transfer(
    { reference: postingReference.bet(betId), kind: "bet", ledger, raceId },
    stakeSource({ ...bet, ledger }),
    poolAccount(raceId, ledger),
    stake,
  );

/** A stake comes from the player's balance instead of the wallet (rule BET-14). Real money only. */
export const betFromBalance = ({ betId, raceId, wallet, stake }: Omit<BetFact, "ledger">): Posting =>
  transfer(
    { reference: postingReference.bet(betId), kind: "bet from balance", ledger: "real", raceId },
    userAccount(wallet),
    poolAccount(raceId),
    stake,
  );

/** @throws when a real-money bet has no deposit wallet. */
function stakeSource({
  wallet,
  ledger,
  depositAddress,
}: Pick<PaidBetFact, "wallet" | "ledger" | "depositAddress">): Account {
  if (ledger === "play") return userAccount(wallet, ledger);
  if (depositAddress === null) throw new Error("a paid bet without a deposit wallet");
  return walletAccount({ kind: "deposit", address: depositAddress });
}

/** Play money made for a player of a testing race (rule BET-10). */
export const playMinted = (mint: { betId: string; wallet: string; lamports: Lamports }): Posting =>
  transfer(
    { reference: postingReference.playMoney(mint.betId), kind: "play money", ledger: "play" },
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
    { reference: postingReference.jackpot(raceId), kind: "jackpot", ledger: "real", raceId },
    "equity",
    `jackpot:${raceId}`,
    jackpot,
  );

interface SpecialJackpot {
  /** Id of the special race. */
  readonly id: string;
  readonly jackpot: Lamports;
}

/** An admin asks for a special race: its jackpot is set aside (rule MONEY-22). */
export const specialJackpotReserved = ({ id, jackpot }: SpecialJackpot): Posting =>
  transfer(
    { reference: postingReference.specialJackpot(id), kind: "special jackpot reserved", ledger: "real" },
    "equity",
    `jackpot:${id}`,
    jackpot,
  );

/** The special race is opened: what was set aside becomes the jackpot of its race. */
export const specialJackpotGiven = ({ id, jackpot, raceId }: SpecialJackpot & { raceId: string }): Posting =>
  transfer(
    {
      reference: postingReference.specialJackpotReleased(id),
      kind: "special jackpot given",
      ledger: "real",
      raceId,
    },
    `jackpot:${id}`,
    `jackpot:${raceId}`,
    jackpot,
  );

/** The special race is cancelled, or opened in play money: what was set aside goes back to the house. */
export const specialJackpotReturned = ({ id, jackpot }: SpecialJackpot): Posting =>
  transfer(
    {
      reference: postingReference.specialJackpotReleased(id),
      kind: "special jackpot returned",
      ledger: "real",
    },
    `jackpot:${id}`,
    "equity",
    jackpot,
  );

/**
 * A race is settled: the pool and the jackpot become payouts, commissions, the bonus fund's share and
 * the house's part (rule MONEY-4). In play money the house's part and the jackpot belong to the mint.
 * Shares its reference with `raceRefunded`, so a race's pool is given out once, ever (rule INV-4).
 *
 * @param split of the same settlement; not used for play money, which earns nobody anything.
 * @returns one posting, or several to be written together when there are very many winners.
 */
export function raceSettled(
  { raceId, ledger }: RaceFact,
  { pool, jackpot, fee, remainder, bets }: PaidSettlement,
  split: FeeSplit,
): readonly Posting[] {
  const payouts = bets.map(({ wallet, payout }) => [userAccount(wallet, ledger), payout] as const);
  // The house's part first: in a settlement of several postings the jackpot is in the pool before it is paid out.
  const houseEntries: readonly (readonly [Account, bigint])[] =
    ledger === "play"
      ? [["play:mint", fee + remainder - jackpot]]
      : [
          [`jackpot:${raceId}`, 0n - jackpot],
          ["bonus", split.toBonus],
          ["equity", split.toEquity],
          ...split.commissions.map(({ referrer, amount }) => [`referral:${referrer}`, amount] as const),
        ];
  return poolGivenOut("race settled", { raceId, ledger }, pool, [...houseEntries, ...payouts]);
}

/**
 * A race is refunded before settlement: stakes to the balances, the jackpot to the house (rules MONEY-6, MONEY-7).
 *
 * @returns no posting if there is nothing to give back, otherwise one, or several to be written together.
 */
export function raceRefunded(
  { raceId, ledger }: RaceFact,
  { pool, jackpot, bets }: RefundedSettlement,
): readonly Posting[] {
  const stakes = bets.map(({ wallet, refund }) => [userAccount(wallet, ledger), refund] as const);
  const returned: readonly (readonly [Account, bigint])[] =
    ledger === "play"
      ? []
      : [
          [`jackpot:${raceId}`, 0n - jackpot],
          ["equity", jackpot],
        ];
  return poolGivenOut("race refunded", { raceId, ledger }, pool, [...returned, ...stakes]);
}

function poolGivenOut(
  kind: "race settled" | "race refunded",
  { raceId, ledger }: RaceFact,
  pool: Lamports,
  entries: readonly (readonly [Account, bigint])[],
): readonly Posting[] {
  const account = poolAccount(raceId, ledger);
  const reference = postingReference.settlement(raceId);
  const whole = posting({ reference, kind, ledger, raceId, entries: [[account, 0n - pool], ...entries] });
  return whole.entries.length === 0 ? [] : splitPosting(whole, account);
}

/** One bet of a race that takes bets is refunded (rule MONEY-23). */
export const betRefunded = ({ betId, raceId, wallet, stake, ledger }: BetFact): Posting =>
  transfer(
    { reference: postingReference.betRefunded(betId), kind: "bet refunded", ledger, raceId },
    poolAccount(raceId, ledger),
    userAccount(wallet, ledger),
    stake,
  );

/**
 * The stake of a bet that lost is given back at the house's cost, alone or with its whole race (rules MONEY-9 and
 * MONEY-23).
 */
export const lossGivenBack = ({ betId, raceId, wallet, stake, ledger }: BetFact): Posting =>
  transfer(
    { reference: postingReference.betRefunded(betId), kind: "loss given back", ledger, raceId },
    houseAccount(ledger),
    userAccount(wallet, ledger),
    stake,
  );

/** A superfecta bonus to a player's balance (rule MONEY-14). */
export const bonusAwarded = (award: { raceId: string; wallet: string; amount: Lamports }): Posting =>
  transfer(
    {
      reference: postingReference.superfectaBonus(award.raceId, award.wallet),
      kind: "superfecta bonus",
      ledger: "real",
      raceId: award.raceId,
    },
    "bonus",
    userAccount(award.wallet),
    award.amount,
  );

/** An admin set a player's balance: the change comes from equity or goes to it (rule MONEY-24). */
export function balanceAdjusted(adjustment: { id: string; wallet: string; change: SignedLamports }): Posting {
  const { id, wallet, change } = adjustment;
  const reference = postingReference.balanceAdjusted(id);
  const fact = { reference, kind: "balance adjusted", ledger: "real" } as const;
  return change > 0n
    ? transfer(fact, "equity", userAccount(wallet), lamports(change))
    : transfer(fact, userAccount(wallet), "equity", lamports(0n - change));
}
