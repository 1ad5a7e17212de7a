import { type Lamports, lamports } from "./lamports.ts";

/** Play money has books of its own and never meets real money (rule BET-10). */
export type LedgerName = "real" | "play";
export type HouseWalletKind = "deposit" | "hot" | "treasury";

/**
 * Where money is, as seen by the house. A credit (+) on an account means that the house owes more or
 * owns more; a debit (−) the opposite. Holdings on the chain are assets and therefore negative.
 *
 * - `chain:*` SOL in the house's wallets, negated
 * - `user:*` players' balances, `referral:*` their unclaimed commission
 * - `pool:*` stakes of an unsettled race, `jackpot:*` the house's gift to it
 * - `bonus` the superfecta fund, `equity` what belongs to the house
 * - `outgoing` payments created and not yet final
 * - `play:*` play money; `play:mint` is where it comes from and goes to
 */
export type Account =
  | `chain:${HouseWalletKind}`
  | `user:${string}`
  | `pool:${string}`
  | `jackpot:${string}`
  | `referral:${string}`
  | "bonus"
  | "equity"
  | "outgoing"
  | `play:user:${string}`
  | `play:pool:${string}`
  | "play:mint";

interface Entry {
  readonly account: Account;
  /** Positive is a credit, negative a debit. */
  readonly lamports: Lamports;
}

/** One business fact in the books. Its entries sum to zero (rules MONEY-2 and INV-1). */
export interface Posting {
  /** Idempotency key: the same fact is posted once, ever. */
  readonly reference: string;
  /** What happened, in a word or two, for people reading the books. */
  readonly kind: string;
  readonly ledger: LedgerName;
  readonly raceId?: string;
  readonly entries: readonly Entry[];
}

export const userAccount = (wallet: string, ledger: LedgerName = "real"): Account =>
  ledger === "play" ? `play:user:${wallet}` : `user:${wallet}`;

export const poolAccount = (raceId: string, ledger: LedgerName = "real"): Account =>
  ledger === "play" ? `play:pool:${raceId}` : `pool:${raceId}`;

/** Accounts that never fall below zero; the house's own and its holdings are not among them (rule INV-3). */
export const neverNegative = (account: Account): boolean =>
  /^(user|pool|jackpot|referral|play:user|play:pool):/.test(account) ||
  account === "bonus" ||
  account === "outgoing";

interface Draft extends Omit<Posting, "entries"> {
  readonly entries: readonly (readonly [Account, bigint])[];
}

/**
 * Makes a posting: adds up entries of the same account and leaves out empty ones.
 *
 * @throws when the entries do not sum to zero or mix the two ledgers, which is a bug of the caller.
 */
export function posting({ entries, ...fact }: Draft): Posting {
  const totals = new Map<Account, bigint>();
  let balance = 0n;
  for (const [account, amount] of entries) {
    if (account.startsWith("play:") !== (fact.ledger === "play")) {
      throw new Error(`${fact.reference}: ${account} is not in the ${fact.ledger} ledger`);
    }
    totals.set(account, (totals.get(account) ?? 0n) + amount);
    balance += amount;
  }
  if (balance !== 0n) throw new Error(`${fact.reference}: entries sum to ${balance}`);
  const kept = Array.from(totals, ([account, amount]): Entry => ({ account, lamports: lamports(amount) }));
  return { ...fact, entries: kept.filter((entry) => entry.lamports !== 0n) };
}

/**
 * A posting that moves an amount from one account to another.
 *
 * @throws when the amount is not above zero.
 */
export function transfer(
  fact: Omit<Posting, "entries">,
  from: Account,
  to: Account,
  amount: Lamports,
): Posting {
  if (amount <= 0n) throw new RangeError(`${fact.reference}: amount ${amount}`);
  const entries: [Account, bigint][] = [
    [from, 0n - amount],
    [to, amount],
  ];
  return posting({ ...fact, entries });
}
