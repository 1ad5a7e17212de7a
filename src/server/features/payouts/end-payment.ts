import { and, asc, count, sql } from "drizzle-orm";
import {
  anchorCompleted,
  failedAttemptCharged,
  paymentCompleted,
  sweepCompleted,
} from "../../../domain/chain-postings.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import { postingReference } from "../../../domain/posting-reference.ts";
import type { HouseWalletKind, Posting } from "../../../domain/ledger.ts";
import type { Db, Tx } from "../../foundation/db/database.ts";
import { isOneOf } from "../../foundation/db/is-one-of.ts";
import { postAll } from "../../foundation/books/ledger.ts";
import {
  type Notice,
  type NotificationRow,
  notificationView,
  notify,
  notifyAll,
} from "../../foundation/notifications/stored-notifications.ts";
import { cancelPayment, isOpen, readHouseWallets } from "../../foundation/books/payments.ts";
import { ledgerPostings } from "../../foundation/db/schema/ledger.ts";
import { paymentAttempts, payments } from "../../foundation/db/schema/payments.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Broadcast, Clock, Entropy } from "../../foundation/ports.ts";
import type { AttemptRow, OpenPayment, PaymentRow } from "./open-payments.ts";

export interface EndPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
}

/** An attempt that is final, and what the network charged for it. */
export interface ChargedAttempt {
  readonly signature: string;
  /** Address of the house wallet that signed it and paid the fee. */
  readonly signer: string;
  readonly networkFee: Lamports;
}

/**
 * Locks the rows of these payments that are still open, by id; without those that another worker has locked or that
 * have ended meanwhile. Every change of a payment begins here.
 */
async function lockOpenPayments(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, PaymentRow>> {
  const rows = await tx
    .select()
    .from(payments)
    .where(and(isOneOf(payments.id, ids), isOpen))
    .orderBy(asc(payments.id))
    .for("update", { skipLocked: true });
  return new Map(rows.map((payment) => [payment.id, payment]));
}

/** The same, but also without payments for which another worker signed an attempt that the caller has not read. */
export async function lockAsRead(
  tx: Tx,
  open: readonly OpenPayment[],
): Promise<ReadonlyMap<string, PaymentRow>> {
  const locked = await lockOpenPayments(
    tx,
    open.map(({ payment }) => payment.id),
  );
  const counted = await tx
    .select({ paymentId: paymentAttempts.paymentId, signed: count() })
    .from(paymentAttempts)
    .where(isOneOf(paymentAttempts.paymentId, [...locked.keys()]))
    .groupBy(paymentAttempts.paymentId);
  const signed = new Map(counted.map((row) => [row.paymentId, row.signed]));
  const known = new Map(open.map(({ payment, attempts }) => [payment.id, attempts.length]));
  return new Map([...locked].filter(([id]) => (signed.get(id) ?? 0) === known.get(id)));
}

/** A payment that is final on the chain. */
export interface PaidPayment {
  readonly paymentId: string;
  readonly by: ChargedAttempt;
  /** Its other attempts, which landed with an error. */
  readonly charged: readonly ChargedAttempt[];
}

/**
 * Books payments that are final on the chain, in one transaction, with the fees that the network actually charged.
 * Anyone who asked for one is notified that it was paid, and by which transaction (rule REFERRAL-8). Payments that have
 * already ended are skipped.
 */
export async function completePayments(ports: EndPorts, list: readonly PaidPayment[]): Promise<void> {
  const at = new Date(ports.clock.now());
  const notifications = await inTransaction(ports.db, async (tx) => {
    const locked = await lockOpenPayments(
      tx,
      list.map(({ paymentId }) => paymentId),
    );
    const done = list.flatMap(({ paymentId, by, charged }) => {
      const payment = locked.get(paymentId);
      return payment ? [{ payment, by, charged }] : [];
    });
    if (done.length === 0) return [];
    const house = done.some(({ payment }) => payment.kind === "sweep")
      ? await readHouseWallets(tx)
      : new Map<string, HouseWalletKind>();
    const postings = done.flatMap(({ payment, by, charged }) => [
      ...chargesOf(payment, charged),
      completionOf(payment, by, house),
    ]);
    await postAll(tx, postings);
    await storeCompleted(tx, done, at);
    const notices = done.flatMap(
      ({ payment: { kind, wallet, lamports: amount }, by: { signature } }): Notice[] =>
        wallet === null || (kind !== "withdrawal" && kind !== "referral")
          ? []
          : [{ wallet, kind: "withdrawal_sent", params: { amount, signature } }],
    );
    return notifyAll(tx, ports, notices);
  });
  for (const notice of notifications) tell(ports, notice);
}

type Completed = Pick<PaidPayment, "by"> & { readonly payment: PaymentRow };

async function storeCompleted(tx: Tx, done: readonly Completed[], at: Date): Promise<void> {
  const column = (read: (one: Completed) => string) => sql.param(done.map(read));
  await tx.execute(
    sql`update payments
           set status = 'completed', signature = done.signature, network_fee = done.fee,
               processed_at = ${at.toISOString()}::timestamptz, error = null
          from unnest(
            ${column(({ payment }) => payment.id)}::text[],
            ${column(({ by }) => by.signature)}::text[],
            ${column(({ by }) => by.networkFee.toString())}::bigint[]
          ) as done (id, signature, fee)
         where payments.id = done.id`,
  );
}

function completionOf(
  payment: PaymentRow,
  { signer, networkFee }: ChargedAttempt,
  house: ReadonlyMap<string, HouseWalletKind>,
): Posting {
  const { id: paymentId, kind, destination, lamports } = payment;
  const source = { kind: payment.source, address: signer };
  if (kind === "anchor") return anchorCompleted({ paymentId, source, networkFee });
  if (kind !== "sweep") return paymentCompleted({ paymentId, source, lamports, networkFee });
  const into = destination ? house.get(destination) : undefined;
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
  /** The notice to its owner; the house's own payments have none. */
  readonly notice: "payment_refused" | "payment_too_small";
}

async function returnToOwner(
  ports: EndPorts,
  open: OpenPayment,
  { status, error, charged, notice: returned }: End,
) {
  const notice = await inTransaction(ports.db, async (tx) => {
    const payment = (await lockAsRead(tx, [open])).get(open.payment.id);
    if (!payment) return null;
    await postAll(tx, chargesOf(payment, charged));
    const to = await cancelPayment(tx, payment, { status, error, at: new Date(ports.clock.now()) });
    const { wallet, lamports: amount } = payment;
    if (to === "equity") return null;
    // The money of a claim is not on the balance: it can be claimed again (rule REFERRAL-10).
    const kind = payment.kind === "referral" ? "claim_returned" : returned;
    return wallet === null ? null : notify(tx, ports, { wallet, kind, params: { amount } });
  });
  if (notice) tell(ports, notice);
}

const tell = ({ broadcast }: EndPorts, row: NotificationRow) =>
  broadcast.toWallet(row.wallet, "user-notification", { notification: notificationView(row) });

/** Books the fees of attempts that landed with an error, for a payment that stays open. */
export const chargeAttempts = (
  { db }: Pick<EndPorts, "db">,
  open: OpenPayment,
  charged: readonly ChargedAttempt[],
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const payment = (await lockAsRead(tx, [open])).get(open.payment.id);
    if (payment) await postAll(tx, chargesOf(payment, charged));
  });

/** Attempts that landed with an error and whose fee has no posting yet. */
export async function findUnbooked(db: Db, charged: readonly AttemptRow[]): Promise<readonly AttemptRow[]> {
  const references = charged.map(({ signature }) => postingReference.failedAttempt(signature));
  const booked = await db
    .select({ reference: ledgerPostings.reference })
    .from(ledgerPostings)
    .where(isOneOf(ledgerPostings.reference, references));
  const known = new Set(booked.map(({ reference }) => reference));
  return charged.filter(({ signature }) => !known.has(postingReference.failedAttempt(signature)));
}

const chargesOf = ({ source: kind }: PaymentRow, charged: readonly ChargedAttempt[]): readonly Posting[] =>
  charged.map(({ signature, signer, networkFee }) =>
    failedAttemptCharged({ signature, source: { kind, address: signer }, networkFee }),
  );
