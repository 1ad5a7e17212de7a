import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { payout } from "../../contract/payouts/admin-payouts.ts";
import type { payoutStatuses } from "../../contract/payouts/wallet.ts";
import { ok, type Result } from "../../domain/result.ts";
import { shownStatus } from "../books/payments.ts";
import { isBehind, pageOf, parseTimeCursor } from "../db/time-cursor.ts";
import { paymentAttempts, payments } from "../db/schema/payments.ts";
import { explainWaiting } from "./explain-waiting.ts";
import type { PaymentRow } from "./open-payments.ts";
import type { SendPorts } from "./send-payments.ts";

export type Payout = z.output<typeof payout>;
type PayoutStatus = (typeof payoutStatuses)[number];

/** Payments to players; sweeps and anchors are the house's own. */
const kinds = ["payout", "withdrawal", "referral", "manual"] as const;

interface Search {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Of the player or of the address that is paid. */
  readonly wallet?: string | undefined;
  /** The beginning of a signature, also of one that has not paid. */
  readonly tx?: string | undefined;
  readonly status?: PayoutStatus | undefined;
}

/** Payments to players, the newest first (rule PAYOUTS-1). The cursor is time and id of the last one shown. */
export async function listPayouts(
  ports: Pick<SendPorts, "db" | "chain" | "vault">,
  { limit, cursor, wallet, tx, status }: Search,
): Promise<
  Result<{ readonly payouts: readonly Payout[]; readonly nextCursor: string | null }, "INVALID_INPUT">
> {
  const place = parseTimeCursor(cursor);
  if (!place.ok) return place;
  const rows = await ports.db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.kind, [...kinds]),
        isBehind(place.value, payments.createdAt, payments.id),
        status === undefined ? undefined : inArray(payments.status, [...statesOf[status]]),
        isGiven(wallet) ? or(eq(payments.wallet, wallet), eq(payments.destination, wallet)) : undefined,
        isGiven(tx) ? hasSignature(tx) : undefined,
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit + 1);
  const { shown, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return ok({ payouts: await asPayouts(ports, shown), nextCursor });
}

/** As a panel shows them, with why each waits that does (rule PAYOUTS-3). Throws for a payment that goes to nobody. */
export async function asPayouts(
  ports: Pick<SendPorts, "db" | "chain" | "vault">,
  rows: readonly PaymentRow[],
): Promise<Payout[]> {
  const reasons = await explainWaiting(ports, rows);
  return rows.map((row) => asPayout(row, reasons.get(row.id) ?? null));
}

function asPayout(row: PaymentRow, waitsFor: Payout["waits_for"]): Payout {
  const { destination } = row;
  const kind = kinds.find((one) => one === row.kind);
  if (destination === null || kind === undefined) throw new Error(`payment ${row.id} is no payout`);
  return {
    id: row.id,
    kind,
    created_at: row.createdAt,
    processed_at: row.processedAt,
    user_wallet: row.wallet,
    to_address: destination,
    amount: row.lamports,
    status: shownStatus(row),
    state: row.status,
    solana_tx_signature: row.signature,
    race_id: row.raceId,
    error_message: row.error,
    retry_count: row.retries,
    waits_for: waitsFor,
  };
}

export const isPayout = ({ kind }: PaymentRow): boolean => kinds.some((one) => one === kind);

type PaymentStatus = PaymentRow["status"];

const statesOf: Readonly<Record<PayoutStatus, readonly PaymentStatus[]>> = {
  pending: ["pending", "sent", "unknown"],
  completed: ["completed"],
  failed: ["failed", "cancelled"],
};

/** A field that was left empty asks for nothing. */
const isGiven = (text: string | undefined): text is string => text !== undefined && text !== "";

const hasSignature = (beginning: string): SQL =>
  sql`(starts_with(${payments.signature}, ${beginning}) or exists (
        select 1 from ${paymentAttempts}
         where ${paymentAttempts.paymentId} = ${payments.id}
           and starts_with(${paymentAttempts.signature}, ${beginning})))`;
