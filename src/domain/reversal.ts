import { type Lamports, lamports, type SignedLamports, signedLamports, sum, ZERO } from "./lamports.ts";
import type { Account } from "./ledger.ts";

/** What a settlement left on an account, and how much of that can be taken from it now. */
interface LeftOnAccount {
  readonly account: Account;
  readonly credited: Lamports;
  /** What the account holds and can give; a player's deposits that a fork could still drop are not included. */
  readonly held: Lamports;
}

/** A settled race that is to be refunded. */
export interface SettledMoney {
  /** Stakes that were not given back before, one for each player. */
  readonly stakes: readonly { readonly wallet: string; readonly stake: Lamports }[];
  /** Commissions, and the payouts and bonuses that were left on balances; one for each account. */
  readonly left: readonly LeftOnAccount[];
  /** What the fund got from the race, and what it holds now. */
  readonly bonusFund: { readonly credited: Lamports; readonly held: Lamports };
  /** Superfecta bonuses of the race, which the fund gets back. */
  readonly bonuses: Lamports;
  /** Payouts that had not been sent; they are cancelled and come to the house. */
  readonly cancelled: Lamports;
}

export interface Reversal {
  readonly stakes: SettledMoney["stakes"];
  /** What is taken from which account; never more than is there. */
  readonly taken: readonly { readonly account: Account; readonly amount: Lamports }[];
  /** What the bonus fund gets minus what it gives. */
  readonly toBonus: SignedLamports;
  /** What the house pays, apart from the cancelled payouts that it gets. */
  readonly fromHouse: SignedLamports;
  /** What the refund costs the house in total; below zero when it gains, for example from a jackpot that comes back. */
  readonly cost: SignedLamports;
}

/**
 * Takes back what a settlement gave, as far as it is still there, so that each stake goes back to its player; the house
 * makes up the rest: what was sent to the winners, and what was spent or claimed (rule MONEY-9). Nobody loses more than
 * the race brought them, and no account more than it holds.
 */
export function reverseSettlement({ stakes, left, bonusFund, bonuses, cancelled }: SettledMoney): Reversal {
  const taken = left.flatMap(({ account, credited, held }) => {
    const amount = smaller(credited, held);
    return amount === 0n ? [] : [{ account, amount }];
  });
  const fromFund = smaller(bonusFund.credited, lamports(bonusFund.held + bonuses));
  const toBonus = signedLamports(bonuses - fromFund);
  const fromHouse = signedLamports(
    sum(stakes.map(({ stake }) => stake)) + toBonus - sum(taken.map(({ amount }) => amount)),
  );
  return { stakes, taken, toBonus, fromHouse, cost: signedLamports(fromHouse - cancelled) };
}

const smaller = (one: Lamports, other: Lamports): Lamports => (one < other ? one : other);

/** What house equity lacks to bear a cost; zero when it covers it, or gains (rule MONEY-9). */
export function missingEquity(equity: SignedLamports, cost: SignedLamports): Lamports {
  const after = equity - cost;
  return cost <= 0n || after >= 0n ? ZERO : lamports(0n - after);
}
