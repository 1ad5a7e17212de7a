import { type Lamports, type SignedLamports, lamports, signedLamports } from "./lamports.ts";

/** Play money has its own books and never mixes with real money (rule BET-10). */
export const ledgers = ["real", "play"] as const;
export type LedgerName = (typeof ledgers)[number];

export const houseWalletKinds = ["deposit", "hot", "treasury"] as const;
export type HouseWalletKind = (typeof houseWalletKinds)[number];

/** One of the house's wallets, of which there may be many of a kind (rule MONEY-26). */
export interface HouseWallet {
  readonly kind: HouseWalletKind;
  readonly address: string;
}

/**
 * Where money is, as seen by the house. A credit (+) on an account means that the house owes more or owns more; a debit
 * (−) the opposite. Holdings on the chain are assets and therefore negative.
 *
 * - `chain:<kind>:<address>` SOL in one of the house's wallets, negated
 * - `user:*` players' balances, `referral:*` their unclaimed commission
 * - `pool:*` stakes of an unsettled race, `jackpot:*` the house's gift to it
 * - `bonus` the superfecta fund, `equity` what belongs to the house
 * - `outgoing` payments created and not yet final
 * - `play:*` play money; `play:mint` is where it comes from and goes to
 */
export type Account =
  | WalletAccount
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

/** The books of one address. */
export type WalletAccount = `chain:${HouseWalletKind}:${string}`;

/** What a posting is about, by which settlements and database functions find it; `docs/money.md` describes each. */
export const postingKinds = [
  "bet",
  "bet from balance",
  "play money",
  "jackpot",
  "special jackpot reserved",
  "special jackpot given",
  "special jackpot returned",
  "race settled",
  "race refunded",
  "bet refunded",
  "loss given back",
  "superfecta bonus",
  "payment credited",
  "house funding",
  "wallets restored",
  "payment created",
  "payment cancelled",
  "payment completed",
  "notary filled",
  "notary fill returned",
  "anchor completed",
  "sweep completed",
  "failed attempt",
  "difference explained",
  "balance adjusted",
] as const;
export type PostingKind = (typeof postingKinds)[number];

interface Entry {
  readonly account: Account;
  /** Positive is a credit, negative a debit. */
  readonly lamports: SignedLamports;
}

/** One business fact in the books. Its entries sum to zero (rules MONEY-2 and INV-1). */
export interface Posting {
  /** Idempotency key: the same fact is posted once, ever. */
  readonly reference: string;
  readonly kind: PostingKind;
  readonly ledger: LedgerName;
  readonly raceId?: string;
  readonly entries: readonly Entry[];
}

export const walletAccount = ({ kind, address }: HouseWallet): WalletAccount => `chain:${kind}:${address}`;

export const userAccount = (wallet: string, ledger: LedgerName = "real"): Account =>
  ledger === "play" ? `play:user:${wallet}` : `user:${wallet}`;

export const referralAccount = (wallet: string): `referral:${string}` => `referral:${wallet}`;

/** The player whose real-money balance an account is; null for any other account. */
export const playerOf = (account: Account): string | null => /^user:(.+)$/.exec(account)?.[1] ?? null;

/** The account that bears the house's part: its equity or, in play money, the account that the money comes from. */
export const houseAccount = (ledger: LedgerName) => (ledger === "play" ? "play:mint" : "equity");

export const poolAccount = (raceId: string, ledger: LedgerName = "real"): Account =>
  ledger === "play" ? `play:pool:${raceId}` : `pool:${raceId}`;

/** The balance of an account: signed for those that may be overdrawn. */
export type Balance<Name extends Account> = Name extends `chain:${string}` | "equity" | "play:mint"
  ? SignedLamports
  : Lamports;

/**
 * Brands the balance of an account. Throws RangeError for a negative balance that must not be negative (rule INV-3).
 */
export const balance = <Name extends Account>(account: Name, value: bigint): Balance<Name> =>
  (neverNegative(account) ? lamports(value) : signedLamports(value)) as Balance<Name>;

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
 * @throws when the entries do not sum to zero or mix the two ledgers, which is a bug in the caller.
 */
export function posting({ entries, ...fact }: Draft): Posting {
  const totals = new Map<Account, bigint>();
  let total = 0n;
  for (const [account, amount] of entries) {
    if (account.startsWith("play:") !== (fact.ledger === "play")) {
      throw new Error(`${fact.reference}: ${account} is not in the ${fact.ledger} ledger`);
    }
    totals.set(account, (totals.get(account) ?? 0n) + amount);
    total += amount;
  }
  if (total !== 0n) throw new Error(`${fact.reference}: entries sum to ${total}`);
  const summed = Array.from(totals, ([account, amount]): Entry => ({
    account,
    lamports: signedLamports(amount),
  }));
  return { ...fact, entries: summed.filter((entry) => entry.lamports !== 0n) };
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

/**
 * Divides a posting of very many entries into several, so that each is written by a statement of bounded size. Each
 * part sums to zero on its own: `through` gives what the part's other accounts receive. The first part keeps the
 * reference, by which the fact is posted once; a posting that is short enough is not divided.
 *
 * @param through an account of the posting that pays for all the others.
 */
export function splitPosting(whole: Posting, through: Account, mostEntries = 250): readonly Posting[] {
  if (whole.entries.length <= mostEntries) return [whole];
  const others = whole.entries.filter(({ account }) => account !== through);
  const parts: Posting[] = [];
  for (let from = 0; from < others.length; from += mostEntries) {
    const entries = others.slice(from, from + mostEntries);
    const received = entries.reduce((total, entry) => total + entry.lamports, 0n);
    const reference = from === 0 ? whole.reference : `${whole.reference}:${parts.length + 1}`;
    const paid: Entry = { account: through, lamports: signedLamports(0n - received) };
    parts.push({ ...whole, reference, entries: received === 0n ? entries : [paid, ...entries] });
  }
  return parts;
}
