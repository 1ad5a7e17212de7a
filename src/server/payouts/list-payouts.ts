import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { payout } from "../../contract/payouts/admin-payouts.ts";
import type { payoutStatuses } from "../../contract/payouts/wallet.ts";
import { ok, type Result } from "../../domain/result.ts";
import { isOpen, shownStatus } from "../books/payments.ts";
import { isBehind, pageOf, parseTimeCursor } from "../db/time-cursor.ts";
import { beginsWith } from "../db/text-prefix.ts";
import { paymentAttempts, payments } from "../db/schema/payments.ts";
import { explainWaiting, type Wait } from "./explain-waiting.ts";
import type { PaymentRow } from "./open-payments.ts";
import type { SendPorts } from "./sign-payments.ts";

export type Payout = z.output<typeof payout>;
type PayoutStatus = (typeof payoutStatuses)[number];

/** Payments to players; sweeps and anchors are the house's own. */
const kinds = ["payout", "withdrawal", "referral", "manual"] as const;

interface Search {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** Wallet of the player, or the address that is paid. */
  readonly wallet?: string | undefined;
  /** The beginning of a signature, including one of an attempt that did not pay. */
  readonly tx?: string | undefined;
  readonly status?: PayoutStatus | undefined;
}

/** Payments to players, newest first (rule PAYOUTS-1). The cursor is the time and the id of the last one shown. */
export async function listPayouts(
  ports: Pick<SendPorts, "db" | "chain" | "vault" | "clock" | "bidFor">,
  { limit, cursor, wallet, tx, status }: Search,
): Promise<
  Result<{ readonly payouts: readonly Payout[]; readonly nextCursor: string | null }, "INVALID_INPUT">
> {
  const place = parseTimeCursor(cursor);
  if (!place.ok) return place;
  const page: Page = {
    among: and(
      inArray(payments.kind, [...kinds]),
      isBehind(place.value, payments.createdAt, payments.id),
      status === undefined ? undefined : statesOf[status],
    ),
    rows: limit + 1,
  };
  const rows = await ports.db
    .select()
    .from(payments)
    .where(
      and(
        page.among,
        isGiven(wallet) ? isOf(wallet, page) : undefined,
        isGiven(tx) ? hasSignature(tx) : undefined,
      ),
    )
    .orderBy(...NEWEST_FIRST)
    .limit(page.rows);
  const { shown, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return ok({ payouts: await asPayouts(ports, shown), nextCursor });
}

const NEWEST_FIRST = [desc(payments.createdAt), desc(payments.id)] as const;

/**
 * Payments as a panel shows them, with the reason why each open one waits (rule PAYOUTS-3). Throws for a payment
 * without a recipient.
 */
export async function asPayouts(
  ports: Pick<SendPorts, "db" | "chain" | "vault" | "clock" | "bidFor">,
  rows: readonly PaymentRow[],
): Promise<Payout[]> {
  const waits = await explainWaiting(ports, rows);
  return rows.map((row) => asPayout(row, waits.get(row.id)));
}

function asPayout(row: PaymentRow, wait: Wait | undefined): Payout {
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
    waits_for: wait?.why ?? null,
    next_try_at: wait?.nextTryAt ?? null,
  };
}

export const isPayout = ({ kind }: PaymentRow): boolean => kinds.some((one) => one === kind);

// Written into the SQL: as parameters, the values would keep the planner from using the indexes of these payments.
const statesOf: Readonly<Record<PayoutStatus, SQL>> = {
  pending: isOpen,
  completed: sql`${payments.status} = 'completed'`,
  failed: sql`${payments.status} in ('failed', 'cancelled')`,
};

/** A field left empty does not filter. */
const isGiven = (text: string | undefined): text is string => text !== undefined && text !== "";

interface Page {
  readonly among: SQL | undefined;
  readonly rows: number;
}

/** The newest of the player and the newest of the address, each from an index: no index serves "one or the other". */
const isOf = (wallet: string, { among, rows }: Page): SQL => {
  const newest = (column: typeof payments.wallet | typeof payments.destination) =>
    sql`(select ${payments.id} from ${payments} where ${and(eq(column, wallet), among)}
          order by ${sql.join([...NEWEST_FIRST], sql`, `)} limit ${rows})`;
  return sql`${payments.id} in (${newest(payments.wallet)} union ${newest(payments.destination)})`;
};

const hasSignature = (beginning: string): SQL =>
  sql`${payments.id} in (
        select ${payments.id} from ${payments} where ${beginsWith(payments.signature, beginning)}
        union
        select ${paymentAttempts.paymentId} from ${paymentAttempts}
         where ${beginsWith(paymentAttempts.signature, beginning)})`;
