import { eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { houseTransactionOrders } from "../../../contract/house-wallets/house-wallets.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ok, type Result } from "../../../domain/result.ts";
import { signerOf } from "../../foundation/chain/compose-transaction.ts";
import { shownStatus } from "../../foundation/books/payments.ts";
import { type Queryable, rowsOf } from "../../foundation/db/database.ts";
import { type ListSearch, pageInOrder } from "../../foundation/db/list-order.ts";
import { deposits } from "../../foundation/db/schema/bets.ts";
import { paymentAttempts, payments } from "../../foundation/db/schema/payments.ts";
import { beginsWith } from "../../foundation/db/text-prefix.ts";
import { meaningsOf } from "../../foundation/db/whole-wallet.ts";

type Transactions = Reply<Api["listHouseTransactions"]>;
export type HouseTransaction = Transactions["transactions"][number];

interface TransactionKey {
  readonly id: string;
  readonly at: Date;
  readonly isPayment: boolean;
}

/** The same page of two tables: a cursor of one is a cursor of the other. */
const inOrder = (at: SQLWrapper, id: SQLWrapper) =>
  ({
    first: ["created", "desc"],
    orders: { created: { by: at, as: "time", keyOf: (row: TransactionKey) => row.at } },
    id: { by: id, as: "text", keyOf: (row: TransactionKey) => row.id },
  }) as const;

const paid = inOrder(payments.createdAt, payments.id);
const received = inOrder(deposits.seenAt, deposits.signature);
const either = inOrder(sql`"at"`, sql`id`);

/**
 * What came to the house's wallets and what they pay, newest first or oldest first (rule HOUSE-1).
 * Looked for is a payment's id, a signature, or the address that paid or is paid (rule USERS-8).
 */
export async function listTransactions(
  db: Queryable,
  query: ListSearch<(typeof houseTransactionOrders)[number]>,
): Promise<Result<Transactions, "INVALID_INPUT">> {
  const ofPaid = pageInOrder(paid, query);
  if (!ofPaid.ok) return ofPaid;
  const ofReceived = pageInOrder(received, query);
  if (!ofReceived.ok) return ofReceived;
  const whole = pageInOrder(either, query);
  if (!whole.ok) return whole;
  const { search = "" } = query;
  const rows = query.limit + 1;
  const among = {
    payments: (isFound: SQL) =>
      sql`select ${payments.id} as id, ${payments.createdAt} as "at", true as "isPayment" from ${payments}
           where ${isFound} and ${ofPaid.value.isBehind ?? sql`true`}`,
    deposits: (isFound: SQL) =>
      sql`select ${deposits.signature} as id, ${deposits.seenAt} as "at", false as "isPayment" from ${deposits}
           where ${isFound} and ${ofReceived.value.isBehind ?? sql`true`}`,
  };
  // Each from an index that has them in order: no index serves "one or the other".
  const firstPayments = (isFound: SQL) =>
    sql`${among.payments(isFound)} order by ${sql.join([...ofPaid.value.orderBy], sql`, `)} limit ${rows}`;
  const firstDeposits = (isFound: SQL) =>
    sql`${among.deposits(isFound)} order by ${sql.join([...ofReceived.value.orderBy], sql`, `)} limit ${rows}`;
  const parts =
    search === ""
      ? [firstPayments(sql`true`), firstDeposits(sql`true`)]
      : [
          // Few rows; in order and limited, they would be looked for among all.
          among.payments(eq(payments.id, search)),
          among.payments(beginsWith(payments.signature, search)),
          among.deposits(eq(deposits.signature, search)),
          ...(await meaningsOf(db, search)).flatMap((address) => [
            firstPayments(eq(payments.wallet, address)),
            firstPayments(eq(payments.destination, address)),
            firstDeposits(eq(deposits.payer, address)),
          ]),
        ];
  const found = await rowsOf<{ id: string; at: Date | string; isPayment: boolean }>(
    db,
    sql`select id, "at", "isPayment"
          from (${sql.join(
            parts.map((part) => sql`(${part})`),
            sql` union `,
          )}) as found
         order by ${sql.join([...whole.value.orderBy], sql`, `)} limit ${rows}`,
  );
  const { items, nextCursor } = whole.value.pageOf(found.map((row) => ({ ...row, at: new Date(row.at) })));
  return ok({ transactions: [...(await readFound(db, items))], nextCursor });
}

/** These payments and deposits, in their order. */
async function readFound(
  db: Queryable,
  found: readonly TransactionKey[],
): Promise<readonly HouseTransaction[]> {
  const idsOf = (isPayment: boolean) =>
    found.filter((row) => row.isPayment === isPayment).map(({ id }) => id);
  const made = await asHouseTransactions(
    db,
    await db
      .select()
      .from(payments)
      .where(inArray(payments.id, idsOf(true))),
  );
  const came = await db
    .select()
    .from(deposits)
    .where(inArray(deposits.signature, idsOf(false)));
  const byId = new Map([...made, ...came.map(asReceived)].map((row) => [row.id, row]));
  return found.flatMap(({ id }) => byId.get(id) ?? []);
}

const asReceived = (deposit: typeof deposits.$inferSelect): HouseTransaction => ({
  id: deposit.signature,
  transaction_type: "deposit",
  amount: deposit.lamports,
  from_address: deposit.payer,
  to_address: deposit.houseAddress,
  status: "completed",
  signature: deposit.signature,
  created_at: deposit.seenAt,
});

/** Payments with the wallet that last signed them. */
export async function asHouseTransactions(
  db: Queryable,
  rows: readonly (typeof payments.$inferSelect)[],
): Promise<readonly HouseTransaction[]> {
  const signatures = rows.flatMap(({ signature }) => (signature === null ? [] : [signature]));
  const attempts =
    signatures.length === 0
      ? []
      : await db
          .select({ signature: paymentAttempts.signature, wire: paymentAttempts.wire })
          .from(paymentAttempts)
          .where(inArray(paymentAttempts.signature, signatures));
  const signers = new Map(attempts.map(({ signature, wire }) => [signature, signerOf(wire)]));
  return rows.map((payment) => ({
    id: payment.id,
    transaction_type: payment.kind,
    amount: payment.lamports,
    from_address: signers.get(payment.signature ?? "") ?? null,
    to_address: payment.destination,
    status: shownStatus(payment),
    signature: payment.signature,
    created_at: payment.createdAt,
  }));
}
