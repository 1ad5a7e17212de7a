import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { playerPaymentKinds } from "../../../domain/payment-terms.ts";
import type { payout, payoutKinds, payoutOrders } from "../../../contract/payouts/admin-payouts.ts";
import type { payoutStatuses } from "../../../contract/payouts/wallet.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { isOpen, shownStatus } from "../../foundation/books/payments.ts";
import { type ListSearch, pageInOrder } from "../../foundation/db/list-order.ts";
import { beginsWith } from "../../foundation/db/text-prefix.ts";
import { meaningsOf } from "../../foundation/db/whole-wallet.ts";
import { paymentAttempts, payments } from "../../foundation/db/schema/payments.ts";
import { explainWaiting, type Wait } from "./explain-waiting.ts";
import type { PaymentRow } from "./open-payments.ts";
import type { SendPorts } from "./sign-payments.ts";

export type Payout = z.output<typeof payout>;
type PayoutStatus = (typeof payoutStatuses)[number];

type Kind = (typeof payoutKinds)[number];
type PayoutOrder = (typeof payoutOrders)[number];

interface Search extends ListSearch<PayoutOrder> {
  readonly kind?: Kind | undefined;
  /** Wallet of the player, or the address that is paid. */
  readonly wallet?: string | undefined;
  /** The beginning of a signature, including one of an attempt that did not pay. */
  readonly tx?: string | undefined;
  readonly status?: PayoutStatus | undefined;
}

const allPayments = {
  first: ["created", "desc"],
  orders: {
    created: { by: payments.createdAt, as: "time", keyOf: (row: PaymentRow) => row.createdAt },
    amount: { by: payments.lamports, as: "number", keyOf: (row: PaymentRow) => row.lamports },
  },
  id: { by: payments.id, as: "text", keyOf: (row: PaymentRow) => row.id },
} as const;

/**
 * Payments to players, or those of one kind, newest first or in another order.
 */
export async function listPayouts(
  ports: Pick<SendPorts, "db" | "chain" | "vault" | "clock" | "bidFor">,
  { wallet: typed, tx, status, kind = "players", ...query }: Search,
): Promise<
  Result<{ readonly payouts: readonly Payout[]; readonly nextCursor: string | null }, "INVALID_INPUT">
> {
  // Memos move nothing: in an order by amount all of them would be sorted.
  if (kind === "anchor" && query.sort === "amount")
    return refuse("INVALID_INPUT", { field: "sort", message: "sort must be created: memos have no amount" });
  const ordered = pageInOrder(allPayments, query);
  if (!ordered.ok) return ordered;
  const { isBehind, orderBy, pageOf } = ordered.value;
  const search = isGiven(query.search) ? await meaningsOf(ports.db, query.search) : undefined;
  const wallet = isGiven(typed) ? (await meaningsOf(ports.db, typed)).at(-1) : undefined;
  const page: Page = {
    among: and(isOfKind[kind], isBehind, status === undefined ? undefined : statesOf[status]),
    orderBy,
    rows: query.limit + 1,
  };
  const rows = await ports.db
    .select()
    .from(payments)
    .where(
      and(
        page.among,
        wallet === undefined ? undefined : isOf(wallet, page),
        isGiven(tx) ? hasSignature(tx) : undefined,
        search && or(...search.map((meaning) => isAbout(meaning, page))),
      ),
    )
    .orderBy(...orderBy)
    .limit(page.rows);
  const { items, nextCursor } = pageOf(rows);
  return ok({ payouts: await asPayouts(ports, items), nextCursor });
}

/** Payments as a panel shows them, with the reason why each open one waits. */
export async function asPayouts(
  ports: Pick<SendPorts, "db" | "chain" | "vault" | "clock" | "bidFor">,
  rows: readonly PaymentRow[],
): Promise<Payout[]> {
  const waits = await explainWaiting(ports, rows);
  return rows.map((row) => asPayout(row, waits.get(row.id)));
}

function asPayout(row: PaymentRow, wait: Wait | undefined): Payout {
  return {
    id: row.id,
    kind: row.kind,
    created_at: row.createdAt,
    processed_at: row.processedAt,
    user_wallet: row.wallet,
    to_address: row.destination,
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

export const isPayout = ({ kind }: PaymentRow): boolean => playerPaymentKinds.some((one) => one === kind);

// Written into the SQL, as are the states, so that the planner can use the partial indexes of these payments.
const isOfKind: Readonly<Record<Kind, SQL>> = {
  players: sql`${payments.kind} in ('payout', 'withdrawal', 'referral', 'manual') and ${payments.kind} <> 'anchor'`,
  payout: sql`${payments.kind} = 'payout' and ${payments.kind} <> 'anchor'`,
  withdrawal: sql`${payments.kind} = 'withdrawal'`,
  referral: sql`${payments.kind} = 'referral'`,
  manual: sql`${payments.kind} = 'manual'`,
  sweep: sql`${payments.kind} = 'sweep'`,
  notary: sql`${payments.kind} = 'notary'`,
  anchor: sql`${payments.kind} = 'anchor'`,
};

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
  readonly orderBy: readonly SQL[];
  readonly rows: number;
}

/** The first of the player and the first of the address, each from an index: no index serves "one or the other". */
const ofWallet = (wallet: string, { among, orderBy, rows }: Page): SQL => {
  const first = (column: typeof payments.wallet | typeof payments.destination) =>
    sql`(select ${payments.id} from ${payments} where ${and(eq(column, wallet), among)}
          order by ${sql.join([...orderBy], sql`, `)} limit ${rows})`;
  return sql`${first(payments.wallet)} union ${first(payments.destination)}`;
};

const isOf = (wallet: string, page: Page): SQL => sql`${payments.id} in (${ofWallet(wallet, page)})`;

const withSignature = (beginning: string): SQL =>
  sql`select ${payments.id} from ${payments} where ${beginsWith(payments.signature, beginning)}
      union
      select ${paymentAttempts.paymentId} from ${paymentAttempts}
       where ${beginsWith(paymentAttempts.signature, beginning)}`;

const hasSignature = (beginning: string): SQL => sql`${payments.id} in (${withSignature(beginning)})`;

/** A payment of this id, of this player or address, or one whose signature begins so: each found by its own index. */
const isAbout = (search: string, page: Page): SQL =>
  sql`${payments.id} in (select ${search}::text union ${ofWallet(search, page)} union ${withSignature(search)})`;
