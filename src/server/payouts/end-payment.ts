import { and, eq, inArray } from "drizzle-orm";
import {
  anchorCompleted,
  failedAttemptCharged,
  paymentCompleted,
  sweepCompleted,
} from "../../domain/chain-postings.ts";
import type { Lamports } from "../../domain/lamports.ts";
import { postingReference } from "../../domain/posting-reference.ts";
import type { Db, Tx } from "../db/database.ts";
import { post } from "../books/ledger.ts";
import { type NotificationRow, notificationView, notify } from "../notifications/stored-notifications.ts";
import { cancelPayment, isOpen, readHouseWallets } from "../books/payments.ts";
import { ledgerPostings } from "../db/schema/ledger.ts";
import { paymentAttempts, payments } from "../db/schema/payments.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Broadcast, Clock, Entropy } from "../ports.ts";
import type { AttemptRow, OpenPayment, PaymentRow } from "./open-payments.ts";

export interface EndPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
}

/** An attempt that landed with an error, and what the network kept for it. */
export interface ChargedAttempt {
  readonly signature: string;
  /** Address of the house wallet that signed it and paid the fee. */
  readonly signer: string;
  readonly networkFee: Lamports;
}

/**
 * The payment row, locked for this transaction, if it is still open; null while another worker has it or when
 * it came to its end meanwhile. Every change of a payment begins here.
 */
async function lockOpenPayment(tx: Tx, paymentId: string): Promise<PaymentRow | null> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), isOpen))
    .for("update", { skipLocked: true });
  return payment ?? null;
}

/** The same, and null too when another worker signed an attempt that whoever read the payment does not know. */
export async function lockAsRead(tx: Tx, open: OpenPayment): Promise<PaymentRow | null> {
  const payment = await lockOpenPayment(tx, open.payment.id);
  if (!payment) return null;
  const signed = await tx
    .select({ signature: paymentAttempts.signature })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.paymentId, payment.id));
  return signed.length === open.attempts.length ? payment : null;
}

/**
 * The payment is final on the chain: books it with the fee that the network really took. Whoever had asked for it is told
 * that it was paid, and by which transaction (rule REFERRAL-8).
 */
export async function completePayment(
  ports: EndPorts,
  paymentId: string,
  { charged, ...paid }: ChargedAttempt & { readonly charged: readonly ChargedAttempt[] },
): Promise<void> {
  const at = new Date(ports.clock.now());
  const notice = await inTransaction(ports.db, async (tx) => {
    const payment = await lockOpenPayment(tx, paymentId);
    if (!payment) return null;
    await chargeFees(tx, payment, charged);
    await post(tx, await completionOf(tx, payment, paid));
    await tx
      .update(payments)
      .set({
        status: "completed",
        signature: paid.signature,
        networkFee: paid.networkFee,
        confirmedAt: payment.confirmedAt ?? at,
        processedAt: at,
        error: null,
      })
      .where(eq(payments.id, paymentId));
    const { kind, wallet, lamports: amount } = payment;
    if (wallet === null || (kind !== "withdrawal" && kind !== "referral")) return null;
    return notify(tx, ports, {
      wallet,
      kind: "withdrawal_sent",
      params: { amount, signature: paid.signature },
    });
  });
  if (notice) tell(ports, notice);
}

async function completionOf(tx: Tx, payment: PaymentRow, { signer, networkFee }: ChargedAttempt) {
  const { id: paymentId, kind, destination, lamports } = payment;
  const source = { kind: payment.source, address: signer };
  if (kind === "anchor") return anchorCompleted({ paymentId, source, networkFee });
  if (kind !== "sweep") return paymentCompleted({ paymentId, source, lamports, networkFee });
  const into = destination ? (await readHouseWallets(tx)).get(destination) : undefined;
  if (!into || !destination) throw new Error(`sweep ${paymentId} leads out of the house`);
  return sweepCompleted({
    paymentId,
    source,
    into: { kind: into, address: destination },
    lamports,
    networkFee,
  });
}

/** It landed with an error and nothing more can land: the money goes back to its owner (rule MONEY-11). */
export function failPayment(
  ports: EndPorts,
  open: OpenPayment,
  { error, charged }: { readonly error: string; readonly charged: readonly ChargedAttempt[] },
): Promise<void> {
  return returnToOwner(ports, open, { status: "failed", error, charged, notice: "payment_refused" });
}

/** Nothing of it can land and it will not be sent: the money stays with its owner (rule MONEY-10). */
export function cancelOpenPayment(ports: EndPorts, open: OpenPayment, error: string): Promise<void> {
  return returnToOwner(ports, open, { status: "cancelled", error, charged: [], notice: "payment_too_small" });
}

interface End {
  readonly status: "failed" | "cancelled";
  readonly error: string;
  readonly charged: readonly ChargedAttempt[];
  /** What its owner is told; the house's own payments have none. */
  readonly notice: "payment_refused" | "payment_too_small";
}

async function returnToOwner(
  ports: EndPorts,
  open: OpenPayment,
  { status, error, charged, notice: returned }: End,
) {
  const notice = await inTransaction(ports.db, async (tx) => {
    const payment = await lockAsRead(tx, open);
    if (!payment) return null;
    await chargeFees(tx, payment, charged);
    const to = await cancelPayment(tx, payment, { status, error, at: new Date(ports.clock.now()) });
    const { wallet, lamports: amount } = payment;
    if (to === "equity") return null;
    // A claim's money is not on the balance: it can be claimed again (rule REFERRAL-10).
    const kind = payment.kind === "referral" ? "claim_returned" : returned;
    return wallet === null ? null : notify(tx, ports, { wallet, kind, params: { amount } });
  });
  if (notice) tell(ports, notice);
}

const tell = ({ broadcast }: EndPorts, row: NotificationRow) =>
  broadcast.toWallet(row.wallet, "user-notification", { notification: notificationView(row) });

/** Books the fees of attempts that landed with an error, of a payment that stays open. */
export const chargeAttempts = (
  { db }: Pick<EndPorts, "db">,
  open: OpenPayment,
  charged: readonly ChargedAttempt[],
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const payment = await lockAsRead(tx, open);
    if (payment) await chargeFees(tx, payment, charged);
  });

/** Which attempts that landed with an error have no posting of their fee yet. */
export async function findUnbooked(db: Db, charged: readonly AttemptRow[]): Promise<readonly AttemptRow[]> {
  const references = charged.map(({ signature }) => postingReference.failedAttempt(signature));
  const booked = await db
    .select({ reference: ledgerPostings.reference })
    .from(ledgerPostings)
    .where(inArray(ledgerPostings.reference, references));
  const known = new Set(booked.map(({ reference }) => reference));
  return charged.filter(({ signature }) => !known.has(postingReference.failedAttempt(signature)));
}

async function chargeFees(tx: Tx, { source }: PaymentRow, charged: readonly ChargedAttempt[]) {
  for (const { signature, signer, networkFee } of charged) {
    const paidBy = { kind: source, address: signer };
    await post(tx, failedAttemptCharged({ signature, source: paidBy, networkFee }));
  }
}
