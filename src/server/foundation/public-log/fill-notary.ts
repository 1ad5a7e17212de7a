import { and, desc, eq, sql } from "drizzle-orm";
import { type Lamports, lamports } from "../../../domain/lamports.ts";
import type { Network } from "../../../domain/networks.ts";
import { RENT_EXEMPT_MINIMUM, SIGNATURE_FEE } from "../../../domain/wallet-funds.ts";
import { lockBalance } from "../books/ledger.ts";
import { readHaltReason } from "../books/payment-halt.ts";
import { isOpen, queuePayment } from "../books/payments.ts";
import { orUnavailable } from "../chain/or-unavailable.ts";
import { type Db, type Queryable, rowsOf, type Tx } from "../db/database.ts";
import { payments } from "../db/schema/payments.ts";
import { notaries } from "../db/schema/public-log.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Chain, Clock, Entropy } from "../ports.ts";
import { readFeePolicy } from "../settings/stored-settings.ts";
import { readLogsToAnchor } from "./anchors.ts";
import { type LogRow, readOpenLog } from "./read-log.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly entropy: Entropy;
  readonly chain: Pick<Chain, "balance">;
  readonly network: Network;
}

/** Enough for some ten thousand races. */
const FILL = lamports(200_000_000n);
const FILL_BELOW = lamports(100_000_000n);
/** What memos have to be able to cost since a fill before the next one; the rest is what an account has to hold. */
const SPENT = lamports(90_000_000n);
const FILL_EVERY_MS = 600_000;
/** Memos that the notary of a log which has ended is given money for: it needs one, which can fail on the chain. */
const LAST_MEMOS = 10n;
/** While it is below: how often it is read again. */
const READ_AGAIN_MS = 60_000;

/**
 * Keeps what the notary of the open log holds up to date, and fills it from the hot wallet when that is little, as far as
 * house equity covers it (rule LOG-10); also those of logs that have ended, while their last entries are not anchored. It
 * is read when it can have changed by what the house does, since only memos and fills do that.
 */
export async function tendNotary(ports: Ports): Promise<void> {
  const open = await readOpenLog(ports.db);
  if (open?.network === ports.network) await tend(ports, open);
  for (const log of await readLogsToAnchor(ports.db, ports.network)) if (!log.isOpen) await tend(ports, log);
}

async function tend(ports: Ports, log: LogRow): Promise<void> {
  const { db, clock, chain } = ports;
  if (!(await mayHaveChanged(ports, log.id, log.notary))) return;
  const balance = await orUnavailable(chain.balance(log.notary));
  if (balance === null) return;
  await db
    .update(notaries)
    .set({ lamports: balance, readAt: new Date(clock.now()) })
    .where(eq(notaries.address, log.notary));
  const cost = await dearestMemo(db);
  if (log.isOpen && balance < FILL_BELOW) await queueFill(ports, log, FILL);
  if (!log.isOpen && balance < RENT_EXEMPT_MINIMUM + cost)
    await queueFill(ports, log, lamports(RENT_EXEMPT_MINIMUM + LAST_MEMOS * cost));
}

/** The most that a memo costs. */
const dearestMemo = async (q: Queryable): Promise<bigint> => SIGNATURE_FEE + (await readFeePolicy(q)).cap;

async function mayHaveChanged({ db, clock }: Ports, log: string, notary: string): Promise<boolean> {
  const [row] = await rowsOf<{ is_stale: boolean }>(
    db,
    sql`select read_at is null
            or (lamports < ${FILL_BELOW.toString()}::bigint
                and read_at <= ${new Date(clock.now() - READ_AGAIN_MS).toISOString()}::timestamptz)
            or exists (select from notary_memos where log = ${log} and outcome <> 'expired' and ended_at >= read_at)
            or exists (select from payments
                        where kind = 'notary' and destination = ${notary} and processed_at >= read_at) as is_stale
          from notaries where address = ${notary}`,
  );
  return row?.is_stale === true;
}

const queueFill = (
  { db, clock, entropy }: Ports,
  { id: log, notary }: LogRow,
  fill: Lamports,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if ((await readHaltReason(tx)) !== null) return;
    // Locks equity, so that fills are decided one after the other.
    if ((await lockBalance(tx, "equity")) < fill) return;
    const [newest] = await tx
      .select({ createdAt: payments.createdAt, isOpen: sql<boolean>`${isOpen}` })
      .from(payments)
      .where(and(sql`${payments.kind} = 'notary'`, eq(payments.destination, notary)))
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(1);
    const isRecent = newest !== undefined && clock.now() - newest.createdAt.getTime() < FILL_EVERY_MS;
    if (isRecent || newest?.isOpen === true || !(await canHaveSpent(tx, log, notary))) return;
    await queuePayment(tx, {
      id: `notary-${Buffer.from(entropy.bytes(12)).toString("hex")}`,
      kind: "notary",
      source: "hot",
      destination: notary,
      lamports: fill,
      createdAt: new Date(clock.now()),
    });
  });

/** Whether the last fill can be spent: a node that says so without reason costs nothing. */
async function canHaveSpent(tx: Tx, log: string, notary: string): Promise<boolean> {
  const [filled] = await rowsOf<{ memos: bigint }>(
    tx,
    sql`select (select count(*) from notary_memos
                 where log = ${log} and outcome <> 'expired' and created_at >= fill.created_at) as memos
          from payments as fill
         where kind = 'notary' and destination = ${notary} and status = 'completed'
         order by created_at desc limit 1`,
  );
  return filled === undefined || BigInt(filled.memos) * (await dearestMemo(tx)) >= SPENT;
}
