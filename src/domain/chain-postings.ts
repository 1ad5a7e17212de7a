import type { Lamports, SignedLamports } from "./lamports.ts";
import {
  type Account,
  type HouseWalletKind,
  type Posting,
  posting,
  referralAccount,
  transfer,
  userAccount,
} from "./ledger.ts";
import { postingReference } from "./posting-reference.ts";

interface DepositFact {
  readonly signature: string;
  /** What each of the house's wallets received. */
  readonly received: readonly { readonly kind: HouseWalletKind; readonly lamports: Lamports }[];
}

/** An account and its part of a deposit: a player's balance, or equity for what was the house's own. */
interface DepositShare {
  readonly account: Account;
  readonly lamports: Lamports;
}

/** A deposit that cannot be a bet goes to the balances of those whose money it was (rules BET-8, BET-12 and INV-6). */
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
      ...received.map(({ kind, lamports }) => [`chain:${kind}`, 0n - lamports] as const),
      ...credits.map(({ account, lamports }) => [account, lamports] as const),
    ],
  });

/** The house put money of its own into its wallets. */
export const houseFunded = ({ signature, received }: DepositFact): Posting =>
  posting({
    reference: postingReference.funding(signature),
    kind: "house funding",
    ledger: "real",
    entries: received.flatMap(({ kind, lamports }) => [
      [`chain:${kind}`, 0n - lamports] as const,
      ["equity", lamports] as const,
    ]),
  });

/**
 * A counted deposit was dropped by a fork before it was final: it never came. What an account does not hold any more,
 * `balance` being less than its share, is the house's loss.
 */
export const depositVoided = ({
  signature,
  received,
  debits,
}: DepositFact & {
  readonly debits: readonly (DepositShare & { readonly balance: SignedLamports })[];
}): Posting =>
  posting({
    reference: postingReference.depositVoided(signature),
    kind: "deposit voided",
    ledger: "real",
    entries: [
      ...received.map(({ kind, lamports }) => [`chain:${kind}`, lamports] as const),
      ...debits.flatMap(({ account, lamports, balance }) => {
        const own = balance < lamports && account !== "equity" ? balance : lamports;
        return [[account, 0n - own] as const, ["equity", own - lamports] as const];
      }),
    ],
  });

/** What outgoing payments are for. An anchor is a memo and moves nothing; a sweep stays within the house. */
export const paymentKinds = ["payout", "withdrawal", "referral", "sweep", "manual", "anchor"] as const;
export type PaymentKind = (typeof paymentKinds)[number];

interface PaymentFact {
  readonly paymentId: string;
  readonly lamports: Lamports;
}

/**
 * Whose money a payment carries; null where nothing leaves the books when it is queued.
 *
 * @throws when the wallet is missing of a payment that is a player's.
 */
export function paymentOwner({
  kind,
  wallet,
}: {
  readonly kind: PaymentKind;
  readonly wallet: string | null;
}): Account | null {
  if (kind === "manual") return "equity";
  if (kind === "anchor" || kind === "sweep") return null;
  if (wallet === null) throw new Error(`a payment of kind ${kind} without a wallet`);
  return kind === "referral" ? referralAccount(wallet) : userAccount(wallet);
}

/**
 * A payment is created: it is taken from whoever pays for it before anything is sent (rule INV-7).
 * `from` is the player's balance, the referrer's commission, or equity for a manual transfer.
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
 * A payout will never be sent, or landed with an error, after its race was refunded: its player has the stake back, and the
 * house what it made up for the payout (rule MONEY-9).
 */
export const refundedPayoutCancelled = ({ paymentId, lamports }: PaymentFact): Posting =>
  transfer(
    {
      reference: postingReference.paymentCancelled(paymentId),
      kind: "refunded payout cancelled",
      ledger: "real",
    },
    "outgoing",
    "equity",
    lamports,
  );

interface Landed {
  readonly paymentId: string;
  /** The house wallet that signed. */
  readonly source: HouseWalletKind;
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
      [`chain:${source}`, lamports + networkFee],
    ],
  });

/** A memo is final on the chain; it moved nothing and cost the network's fee. */
export const anchorCompleted = ({ paymentId, source, networkFee }: Landed): Posting =>
  transfer(
    { reference: postingReference.paymentCompleted(paymentId), kind: "anchor completed", ledger: "real" },
    "equity",
    `chain:${source}`,
    networkFee,
  );

/** Money of the house moved between two of its wallets, and that is final on the chain. */
export const sweepCompleted = ({
  paymentId,
  source,
  into,
  lamports,
  networkFee,
}: Landed & PaymentFact & { readonly into: HouseWalletKind }): Posting =>
  posting({
    reference: postingReference.paymentCompleted(paymentId),
    kind: "sweep completed",
    ledger: "real",
    entries: [
      [`chain:${source}`, lamports + networkFee],
      [`chain:${into}`, 0n - lamports],
      ["equity", 0n - networkFee],
    ],
  });

/**
 * Books and chain differed, an admin explained it, and the house bears it or keeps it (rule MONEY-20). A positive
 * difference is money on the chain that the books did not have.
 */
export const differenceExplained = ({
  id,
  difference,
}: {
  readonly id: string;
  readonly difference: SignedLamports;
}): Posting =>
  posting({
    reference: postingReference.difference(id),
    kind: "difference explained",
    ledger: "real",
    entries: [
      ["chain:hot", 0n - difference],
      ["equity", difference],
    ],
  });

/** An attempt landed with an error: nothing moved and the network kept its fee. */
export const failedAttemptCharged = ({
  signature,
  source,
  networkFee,
}: {
  readonly signature: string;
  readonly source: HouseWalletKind;
  readonly networkFee: Lamports;
}): Posting =>
  transfer(
    { reference: postingReference.failedAttempt(signature), kind: "failed attempt", ledger: "real" },
    "equity",
    `chain:${source}`,
    networkFee,
  );
