import type { Lamports } from "./lamports.ts";
import {
  type Account,
  type HouseWalletKind,
  type Posting,
  posting,
  transfer,
  userAccount,
} from "./ledger.ts";

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

/** The references of the postings by which a deposit that is no bet was counted. */
export const depositReference = (signature: string): string => `deposit:${signature}`;
export const fundingReference = (signature: string): string => `funding:${signature}`;

/** A deposit that cannot be a bet goes to the balances of those whose money it was (rules BET-8, BET-12 and INV-6). */
export const depositCredited = ({
  signature,
  received,
  credits,
}: DepositFact & { readonly credits: readonly DepositShare[] }): Posting =>
  posting({
    reference: depositReference(signature),
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
    reference: fundingReference(signature),
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
  readonly debits: readonly (DepositShare & { readonly balance: Lamports })[];
}): Posting =>
  posting({
    reference: `void-deposit:${signature}`,
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

interface PaymentFact {
  readonly paymentId: string;
  readonly lamports: Lamports;
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
    { reference: `payment:${paymentId}`, kind: "payment created", ledger: "real" },
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
    { reference: `cancelled:${paymentId}`, kind: "payment cancelled", ledger: "real" },
    "outgoing",
    to,
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
    reference: `paid:${paymentId}`,
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
    { reference: `paid:${paymentId}`, kind: "anchor completed", ledger: "real" },
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
    reference: `paid:${paymentId}`,
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
  readonly difference: Lamports;
}): Posting =>
  posting({
    reference: `explained:${id}`,
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
    { reference: `failed:${signature}`, kind: "failed attempt", ledger: "real" },
    "equity",
    `chain:${source}`,
    networkFee,
  );
