import { and, asc, count, eq, inArray, or, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { withdrawalOrders } from "../../../contract/house-wallets/house-wallets.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { lamports } from "../../../domain/lamports.ts";
import { ok, type Result, refuse } from "../../../domain/result.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import { readHaltReason } from "../../foundation/books/payment-halt.ts";
import { isOpen, shownStatus } from "../../foundation/books/payments.ts";
import type { Db, Queryable, Tx } from "../../foundation/db/database.ts";
import { payments } from "../../foundation/db/schema/payments.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { type ListSearch, pageInOrder } from "../../foundation/db/list-order.ts";
import { beginsWith } from "../../foundation/db/text-prefix.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { HouseKeys } from "../../foundation/house-keys.ts";
import type { Clock } from "../../foundation/ports.ts";
import type { UnlockRefusal, Vault } from "./vault.ts";

type Queue = Reply<Api["getWithdrawalQueue"]>;
type Withdrawal = Queue["withdrawals"][number];

/**
 * Withdrawals that are not final yet, oldest first or in another order, by pages, with the sum of all of them
 * (rule HOUSE-2). Looked for is the beginning of an id, of a wallet or of a name (rule USERS-8).
 */
export async function listWithdrawals(
  db: Queryable,
  query: ListSearch<(typeof withdrawalOrders)[number]>,
): Promise<Result<Queue, "INVALID_INPUT">> {
  const page = pageInOrder(queuedWithdrawals, query);
  if (!page.ok) return page;
  const { isBehind, orderBy, pageOf } = page.value;
  const { search = "" } = query;
  const isFound =
    search === ""
      ? undefined
      : or(
          beginsWith(payments.id, search),
          beginsWith(payments.wallet, search),
          beginsWith(sql`lower(${users.username})`, search.toLowerCase()),
        );
  const rows = await selectWithdrawals(db)
    .where(and(isQueued, isBehind, isFound))
    .orderBy(...orderBy)
    .limit(query.limit + 1);
  const { items, nextCursor } = pageOf(rows);
  const [waiting] = await db
    .select({ count: count(), amount: sql<bigint>`coalesce(sum(${payments.lamports}), 0)::bigint` })
    .from(payments)
    .where(isQueued);
  return ok({
    withdrawals: items.map(asWithdrawal),
    nextCursor,
    waiting: { count: waiting?.count ?? 0, amount: lamports(BigInt(waiting?.amount ?? 0)) },
  });
}

const isQueued = and(eq(payments.kind, "withdrawal"), isOpen);

const OLDEST_FIRST = [asc(payments.createdAt), asc(payments.id)] as const;

const selectWithdrawals = (db: Queryable) =>
  db
    .select({ payment: payments, username: users.username })
    .from(payments)
    .leftJoin(users, eq(users.wallet, payments.wallet));

type WithdrawalRow = Awaited<ReturnType<typeof selectWithdrawals>>[number];

const queuedWithdrawals = {
  first: ["created", "asc"],
  orders: {
    created: { by: payments.createdAt, as: "time", keyOf: ({ payment }: WithdrawalRow) => payment.createdAt },
    amount: { by: payments.lamports, as: "number", keyOf: ({ payment }: WithdrawalRow) => payment.lamports },
  },
  id: { by: payments.id, as: "text", keyOf: ({ payment }: WithdrawalRow) => payment.id },
} as const;

function asWithdrawal({ payment, username }: WithdrawalRow): Withdrawal {
  const { id, wallet, destination, lamports: amount, createdAt } = payment;
  if (wallet === null || destination === null) throw new Error(`withdrawal ${id} is nobody's`);
  return {
    id,
    username,
    user_wallet: wallet,
    amount,
    destination_address: destination,
    status: shownStatus(payment),
    created_at: createdAt,
  };
}

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly vault: Pick<Vault, "openFor">;
  /** The payment worker's own step for selected payments, with these keys. */
  readonly advancePayments: (ids: readonly string[], keys: HouseKeys) => Promise<void>;
  /** Reopens memos that failed permanently; returns their ids. */
  readonly reopenFailedMemos: (tx: Tx) => Promise<readonly string[]>;
}

interface Request {
  readonly masterPassword: string;
  readonly batchSize: number;
  /** The admin's wallet. */
  readonly by: string;
}

/**
 * Runs the worker's step for the oldest withdrawals at once (rules HOUSE-2 and MONEY-11), even while the vault is
 * locked: the password opens the keys for this only. Memos that failed permanently are retried with them (rule
 * PAYOUTS-5).
 */
export async function processWithdrawals(
  ports: Ports,
  { masterPassword, batchSize, by }: Request,
): Promise<Result<readonly Withdrawal[], UnlockRefusal | "PAYMENTS_HALTED">> {
  const opened = await ports.vault.openFor(masterPassword, by);
  if (!opened.ok) return opened;
  const keys = opened.value;
  try {
    if ((await readHaltReason(ports.db)) !== null) return refuse("PAYMENTS_HALTED");
    const oldest = await selectWithdrawals(ports.db)
      .where(isQueued)
      .orderBy(...OLDEST_FIRST)
      .limit(batchSize);
    const ids = oldest.map(({ payment }) => payment.id);
    const memos = await inTransaction(ports.db, async (tx) => {
      const reopened = await ports.reopenFailedMemos(tx);
      await writeAudit(tx, {
        at: new Date(ports.clock.now()),
        actor: by,
        action: "house.process-withdrawals",
        detail: { withdrawals: ids, ...(reopened.length > 0 && { memos: reopened }) },
      });
      return reopened;
    });
    await ports.advancePayments([...ids, ...memos], keys);
    const advanced = await selectWithdrawals(ports.db)
      .where(inArray(payments.id, ids))
      .orderBy(...OLDEST_FIRST);
    return ok(advanced.map(asWithdrawal));
  } finally {
    keys.close();
  }
}
