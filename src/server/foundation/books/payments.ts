import { and, eq, sql } from "drizzle-orm";
import type { PaymentKind } from "../../../domain/payment-terms.ts";
import type { payoutStatuses } from "../../../contract/payouts/wallet.ts";
import {
  notaryFilled,
  notaryFillReturned,
  paymentCancelled,
  paymentCreated,
  paymentOwner,
} from "../../../domain/chain-postings.ts";
import { type Lamports, ZERO } from "../../../domain/lamports.ts";
import type { Account, HouseWalletKind } from "../../../domain/ledger.ts";
import { paymentMemo } from "../../../domain/memo.ts";
import type { Queryable, Tx } from "../db/database.ts";
import { inChunks } from "../db/in-chunks.ts";
import { houseWallets } from "../db/schema/house-wallets.ts";
import { payments } from "../db/schema/payments.ts";
import { post, postAll } from "./ledger.ts";

type PaymentRow = typeof payments.$inferSelect;

export interface NewPayment {
  /** Identifies what it pays for, so that creating it twice is harmless: `payout-<bet id>`, `withdrawal-<random>`. */
  readonly id: string;
  readonly kind: Exclude<PaymentKind, "anchor">;
  /** The house wallet that signs and pays the network fee. */
  readonly source: HouseWalletKind;
  /** That wallet's address; when absent, any active wallet of the kind that can pay for it. */
  readonly sourceAddress?: string | null;
  readonly destination: string;
  readonly lamports: Lamports;
  /** The player whose money it is, if any. */
  readonly wallet?: string | null;
  readonly raceId?: string | null;
  readonly betId?: string | null;
  readonly reason?: string | null;
  readonly createdAt: Date;
}

/**
 * Queues an outgoing payment and debits its amount from its owner's account in the same transaction; the payment worker
 * signs and sends it after the commit (rules MONEY-11 and INV-7). A sweep moves money within the house and is posted
 * when it has landed. Repeating it for an id does nothing.
 */
export const queuePayment = (tx: Tx, payment: NewPayment): Promise<void> => queuePayments(tx, [payment]);

/** Queues payments as `queuePayment` does, some hundreds in one statement. */
export async function queuePayments(tx: Tx, list: readonly NewPayment[]): Promise<void> {
  await insertPayments(
    tx,
    list.map((payment) => ({ ...payment, memo: paymentMemo(payment.id) })),
  );
  const created = list.flatMap(({ id: paymentId, kind, wallet = null, lamports }) => {
    const from = paymentOwner({ kind, wallet });
    if (from === null) return [];
    return [
      kind === "notary"
        ? notaryFilled({ paymentId, lamports })
        : paymentCreated({ paymentId, from, lamports }),
    ];
  });
  await postAll(tx, created);
}

export interface NewAnchor {
  /** Identifies what it proves: `commit-<race id>`, `lock-<race id>`, `result-<race id>`. */
  readonly id: string;
  readonly memo: string;
  /** The hot wallet that has to send it; any when absent. */
  readonly sourceAddress?: string | null;
  readonly raceId?: string | null;
  readonly createdAt: Date;
}

/**
 * Queues a memo for the chain. It moves nothing and has no posting until its network fee is known. Repeating it for an
 * id does nothing.
 */
export const queueAnchor = (tx: Tx, anchor: NewAnchor): Promise<void> =>
  insertPayments(tx, [{ ...anchor, kind: "anchor", source: "hot", destination: null, lamports: ZERO }]);

type InsertedPayment = Omit<NewPayment, "kind" | "destination"> & {
  readonly kind: PaymentKind;
  readonly destination: string | null;
  readonly memo: string;
};

function insertPayments(tx: Tx, list: readonly InsertedPayment[]): Promise<void> {
  return inChunks(list, async (chunk) => {
    const column = (read: (payment: InsertedPayment) => string | null | undefined) =>
      sql.param(chunk.map((payment) => read(payment) ?? null));
    await tx.execute(
      sql`insert into payments (status, id, kind, source, source_address, destination, lamports, memo, wallet, race_id, bet_id, reason, created_at)
          select 'pending', added.*
            from unnest(
              ${column(({ id }) => id)}::text[],
              ${column(({ kind }) => kind)}::text[],
              ${column(({ source }) => source)}::text[],
              ${column(({ sourceAddress }) => sourceAddress)}::text[],
              ${column(({ destination }) => destination)}::text[],
              ${column(({ lamports }) => lamports.toString())}::bigint[],
              ${column(({ memo }) => memo)}::text[],
              ${column(({ wallet }) => wallet)}::text[],
              ${column(({ raceId }) => raceId)}::text[],
              ${column(({ betId }) => betId)}::text[],
              ${column(({ reason }) => reason)}::text[],
              ${column(({ createdAt }) => createdAt.toISOString())}::timestamptz[]
            ) as added
          on conflict (id) do nothing`,
    );
  });
}

/**
 * Ends a payment of which nothing can land any more, and returns its amount to its owner in the same transaction (rules
 * MONEY-10 and MONEY-11). The caller holds the lock of the row and has found it open.
 *
 * @param status `failed` when it landed with an error, `cancelled` when it was never sent or has expired.
 * @returns the account that has the amount now; null for a payment that had no owner.
 */
export async function cancelPayment(
  tx: Tx,
  payment: Pick<PaymentRow, "id" | "kind" | "wallet" | "lamports">,
  {
    status,
    error,
    at,
  }: { readonly status: "failed" | "cancelled"; readonly error: string; readonly at: Date },
): Promise<Account | null> {
  const { id: paymentId, kind, lamports } = payment;
  const to = paymentOwner(payment);
  if (to !== null)
    await post(
      tx,
      kind === "notary"
        ? notaryFillReturned({ paymentId, lamports })
        : paymentCancelled({ paymentId, to, lamports }),
    );
  await tx.update(payments).set({ status, error, processedAt: at }).where(eq(payments.id, payment.id));
  return to;
}

// Written into the SQL: as parameters, the values would keep the planner from using the index of open payments.
export const isOpen = sql`${payments.status} in ('pending', 'sent', 'unknown')`;

/** A payment's status as shown to people: cancelled counts as failed. */
export const shownStatus = ({ status }: Pick<PaymentRow, "status">): (typeof payoutStatuses)[number] =>
  shownStatuses[status];

const shownStatuses = {
  pending: "pending",
  sent: "pending",
  unknown: "pending",
  completed: "completed",
  failed: "failed",
  cancelled: "failed",
} as const;

/**
 * Whether a memo has ended for good: it is final, or was cancelled and is on no chain. A failed memo waits for an admin
 * (rule PAYOUTS-5).
 */
export const hasMemoEnded = ({ status }: Pick<PaymentRow, "status">): boolean =>
  status === "completed" || status === "cancelled";

/** A player's claim of commission that has not ended; null for none. */
export async function findOpenClaim(q: Queryable, wallet: string): Promise<PaymentRow | null> {
  const [payment] = await q
    .select()
    .from(payments)
    .where(and(eq(payments.wallet, wallet), sql`${payments.kind} = 'referral'`, isOpen))
    .limit(1);
  return payment ?? null;
}

/** Every address that the house has ever used, with its kind. */
export async function readHouseWallets(q: Queryable): Promise<ReadonlyMap<string, HouseWalletKind>> {
  const rows = await q.select({ address: houseWallets.address, kind: houseWallets.kind }).from(houseWallets);
  return new Map(rows.map(({ address, kind }) => [address, kind]));
}
