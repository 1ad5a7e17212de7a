import type { PaymentKind } from "./payment-terms.ts";
import type { Lamports, SignedLamports } from "./lamports.ts";
import {
  type Account,
  type HouseWallet,
  type Posting,
  posting,
  referralAccount,
  transfer,
  userAccount,
  type WalletAccount,
  walletAccount,
} from "./ledger.ts";
import { postingReference } from "./posting-reference.ts";

interface DepositFact {
  readonly signature: string;
  /** What each of the house's wallets received. */
  readonly received: readonly WalletShare[];
}

/** One of the house's wallets, and what came into it. */
interface WalletShare extends HouseWallet {
  readonly lamports: Lamports;
}

/** An account and its part of a deposit: a player's balance, or equity for what was the house's own. */
interface DepositShare {
  readonly account: Account;
  readonly lamports: Lamports;
}

/**
 * A deposit that cannot become a bet goes to the balances of those whose money it was (rules BET-8, BET-12 and INV-6).
 */
export const depositCredited = ({
  signature,
  received,
  credits,
}: DepositFact & { readonly credits: readonly DepositShare[] }): Posting =>
  posting({
    reference: postingReference.credit(signature),
    kind: "payment credited",
    ledger: "real",
    entries: [
      ...received.map((wallet) => [walletAccount(wallet), 0n - wallet.lamports] as const),
      ...credits.map(({ account, lamports }) => [account, lamports] as const),
    ],
  });

/** The house put its own money into its wallets. */
export const houseFunded = ({ signature, received }: DepositFact): Posting =>
  posting({
    reference: postingReference.funding(signature),
    kind: "house funding",
    ledger: "real",
    entries: received.flatMap(fundingOf),
  });

const fundingOf = (wallet: WalletShare) => [
  [walletAccount(wallet), 0n - wallet.lamports] as const,
  ["equity", wallet.lamports] as const,
];

/**
 * Wallets of another installation were restored into this one: what they held then is the house's own (rule MONEY-26).
 */
export const walletsRestored = ({
  id,
  balances,
}: {
  readonly id: string;
  readonly balances: readonly WalletShare[];
}): Posting =>
  posting({
    reference: postingReference.restored(id),
    kind: "wallets restored",
    ledger: "real",
    entries: balances.flatMap(fundingOf),
  });

interface PaymentFact {
  readonly paymentId: string;
  readonly lamports: Lamports;
}

/**
 * The account whose money a payment carries; null if nothing leaves the books when it is queued.
 *
 * @throws when a player's payment has no wallet.
 */
export function paymentOwner({
  kind,
  wallet,
}: {
  readonly kind: PaymentKind;
  readonly wallet: string | null;
}): Account | null {
  if (kind === "manual" || kind === "notary") return "equity";
  if (kind === "anchor" || kind === "sweep") return null;
  if (wallet === null) throw new Error(`a payment of kind ${kind} without a wallet`);
  return kind === "referral" ? referralAccount(wallet) : userAccount(wallet);
}

/**
 * A payment is created: it is taken from the account that pays for it before anything is sent (rule INV-7). `from` is
 * the player's balance, the referrer's commission, or equity for a manual transfer.
 */
export const paymentCreated = ({
  paymentId,
  from,
  lamports,
}: PaymentFact & { readonly from: Account }): Posting =>
  transfer(
    { reference: postingReference.payment(paymentId), kind: "payment created", ledger: "real" },
    from,
    "outgoing",
    lamports,
  );

/** A payment will never be sent, or landed with an error: the money goes back to where it came from. */
export const paymentCancelled = ({
  paymentId,
  to,
  lamports,
}: PaymentFact & { readonly to: Account }): Posting =>
  transfer(
    { reference: postingReference.paymentCancelled(paymentId), kind: "payment cancelled", ledger: "real" },
    "outgoing",
    to,
    lamports,
  );

/**
 * What the notary will spend on its memos, which counts as spent from then on: nothing that it holds is the house's, so
 * nobody who sends it something changes what the house has (rule LOG-10).
 */
export const notaryFilled = ({ paymentId, lamports }: PaymentFact): Posting =>
  transfer(
    { reference: postingReference.payment(paymentId), kind: "notary filled", ledger: "real" },
    "equity",
    "outgoing",
    lamports,
  );

/** The notary's money was not sent. */
export const notaryFillReturned = ({ paymentId, lamports }: PaymentFact): Posting =>
  transfer(
    { reference: postingReference.paymentCancelled(paymentId), kind: "notary fill returned", ledger: "real" },
    "outgoing",
    "equity",
    lamports,
  );

interface Landed {
  readonly paymentId: string;
  /** The house wallet that signed. */
  readonly source: HouseWallet;
  /** Paid by the house to the network. */
  readonly networkFee: Lamports;
}

/** A payment is final on the chain. */
export const paymentCompleted = ({
  paymentId,
  source,
  lamports,
  networkFee,
}: Landed & PaymentFact): Posting =>
  posting({
    reference: postingReference.paymentCompleted(paymentId),
    kind: "payment completed",
    ledger: "real",
    entries: [
      ["outgoing", 0n - lamports],
      ["equity", 0n - networkFee],
      [walletAccount(source), lamports + networkFee],
    ],
  });

/** A memo is final on the chain; it moved nothing and cost the network's fee. */
export const anchorCompleted = ({ paymentId, source, networkFee }: Landed): Posting =>
  transfer(
    { reference: postingReference.paymentCompleted(paymentId), kind: "anchor completed", ledger: "real" },
    "equity",
    walletAccount(source),
    networkFee,
  );

/** Money of the house moved between two of its wallets, and that is final on the chain. */
export const sweepCompleted = ({
  paymentId,
  source,
  into,
  lamports,
  networkFee,
}: Landed & PaymentFact & { readonly into: HouseWallet }): Posting =>
  posting({
    reference: postingReference.paymentCompleted(paymentId),
    kind: "sweep completed",
    ledger: "real",
    entries: [
      [walletAccount(source), lamports + networkFee],
      [walletAccount(into), 0n - lamports],
      ["equity", 0n - networkFee],
    ],
  });

/** A wallet's on-chain balance minus that of its books; positive for money that the books do not have. */
export interface WalletDifference {
  readonly account: WalletAccount;
  readonly difference: SignedLamports;
}

/** Books and chain differed, an admin explained it, and the house bears or keeps the difference (rule MONEY-20). */
export const differenceExplained = ({
  id,
  differences,
}: {
  readonly id: string;
  readonly differences: readonly WalletDifference[];
}): Posting =>
  posting({
    reference: postingReference.difference(id),
    kind: "difference explained",
    ledger: "real",
    entries: differences.flatMap(({ account, difference }) => [
      [account, 0n - difference] as const,
      ["equity", difference] as const,
    ]),
  });

/** An attempt landed with an error: nothing moved and the network kept its fee. */
export const failedAttemptCharged = ({
  signature,
  source,
  networkFee,
}: {
  readonly signature: string;
  readonly source: HouseWallet;
  readonly networkFee: Lamports;
}): Posting =>
  transfer(
    { reference: postingReference.failedAttempt(signature), kind: "failed attempt", ledger: "real" },
    "equity",
    walletAccount(source),
    networkFee,
  );
