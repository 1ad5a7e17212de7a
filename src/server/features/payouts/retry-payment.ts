import { eq, like } from "drizzle-orm";
import { paymentOwner } from "../../../domain/chain-postings.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { lockBalance } from "../../foundation/books/ledger.ts";
import { queueAnchor, queuePayment } from "../../foundation/books/payments.ts";
import type { Tx } from "../../foundation/db/database.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { inTransactionOnce } from "../../foundation/db/keyed-transaction.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { PaymentRow } from "./open-payments.ts";
import { advanceSome } from "./send-payments.ts";
import type { SendPorts } from "./sign-payments.ts";

export type RetryRefusal =
  | "PAYOUT_NOT_FOUND"
  | "PAYOUT_COMPLETED"
  | "INSUFFICIENT_BALANCE"
  | "TRANSFER_ENDED";

interface Retry {
  readonly paymentId: string;
  /** The admin's wallet. */
  readonly by: string;
}

/**
 * Retries a payment for an admin (rules MONEY-11 and PAYOUTS-2). An open one takes the worker's own step at once, with
 * no more power than the worker has. One that failed or was cancelled gave its money back, so it is created again as a
 * new payment if its owner's balance still covers it. A manual
 * transfer is not created again: a new one has to pass all the checks that protect house money. The audit row is
 * written before anything is sent.
 */
export async function retryPayment(
  ports: SendPorts,
  { paymentId, by }: Retry,
): Promise<Result<PaymentRow, RetryRefusal>> {
  const payment = await findPayment(ports, paymentId);
  if (!payment) return refuse("PAYOUT_NOT_FOUND");
  if (payment.status === "completed") return refuse("PAYOUT_COMPLETED");
  if (payment.status === "failed" || payment.status === "cancelled") {
    return payment.kind === "manual" ? refuse("TRANSFER_ENDED") : payAgain(ports, payment, by);
  }
  await inTransaction(ports.db, (tx) => writeRetry(tx, ports, { payment, by }));
  await advanceSome(ports, [paymentId]);
  return ok((await findPayment(ports, paymentId)) ?? payment);
}

interface Retried {
  readonly payment: PaymentRow;
  readonly by: string;
  /** The payment created in its place; absent when the original itself is retried. */
  readonly made?: PaymentRow;
}

function writeRetry(
  tx: Tx,
  { clock }: Pick<SendPorts, "clock">,
  { payment, by, made }: Retried,
): Promise<void> {
  const asAudited = ({ id, status }: PaymentRow) => ({ id, state: status });
  return writeAudit(tx, {
    at: new Date(clock.now()),
    actor: by,
    action: "payout.retry",
    subject: payment.id,
    before: asAudited(payment),
    ...(made === undefined ? {} : { after: asAudited(made) }),
  });
}

export async function findPayment(
  { db }: Pick<SendPorts, "db">,
  paymentId: string,
): Promise<PaymentRow | null> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId));
  return payment ?? null;
}

async function payAgain(
  ports: SendPorts,
  failed: PaymentRow,
  by: string,
): Promise<Result<PaymentRow, "INSUFFICIENT_BALANCE" | "PAYOUT_COMPLETED">> {
  const root = failed.id.replace(/-again-\d+$/, "");
  return inTransactionOnce(ports.db, async (tx) => {
    // One retry of a payment at a time.
    await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, root)).for("update");
    const from = paymentOwner(failed);
    const balance = from ? await lockBalance(tx, from) : null;
    const earlier = await tx
      .select()
      .from(payments)
      .where(like(payments.id, `${root}-again-%`));
    const underWay = earlier.find(({ status }) => status !== "failed" && status !== "cancelled");
    if (underWay) return underWay.status === "completed" ? refuse("PAYOUT_COMPLETED") : ok(underWay);
    if (balance !== null && balance < failed.lamports) return refuse("INSUFFICIENT_BALANCE");
    const id = `${root}-again-${earlier.length + 1}`;
    await queueAgain(tx, failed, id, new Date(ports.clock.now()));
    const [made] = await tx.select().from(payments).where(eq(payments.id, id));
    if (!made) throw new Error(`payment ${id} is missing after it was made`);
    await writeRetry(tx, ports, { payment: failed, by, made });
    return ok(made);
  });
}

function queueAgain(tx: Tx, failed: PaymentRow, id: string, createdAt: Date): Promise<void> {
  const { kind, destination, memo, raceId } = failed;
  if (kind === "anchor") return queueAnchor(tx, { id, memo, raceId, createdAt });
  if (destination === null) throw new Error(`payment ${failed.id} has no destination`);
  return queuePayment(tx, { ...failed, kind, destination, id, createdAt });
}
