import type { Db } from "../db/database.ts";
import { wrongBalances } from "../books/ledger.ts";
import type { NotificationContent } from "../../contract/notifications/catalogue.ts";
import { notificationInEnglish } from "../../contract/notifications/catalogue.ts";
import { notificationView, notifyAll } from "../notifications/stored-notifications.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Logger } from "../log.ts";
import { type Broadcast, ChainUnavailable, type Entropy } from "../ports.ts";
import { haltedBecause, writeHalt } from "./halt.ts";
import { type Stock, type StockPorts, takeStock } from "./take-stock.ts";

export interface ReconcilePorts extends StockPorts {
  readonly db: Db;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  readonly log: Logger;
  /** Who is told of a difference. */
  readonly adminWallets: () => Promise<readonly string[]>;
}

/** Reading the whole ledger is for now and then: with rounds of five seconds, once an hour. */
const ROUNDS_BETWEEN_SUMS = 720;
const DIFFERENCES_TO_HALT = 3;

/**
 * One round of comparing books and chain (rule MONEY-20). A difference that stands in three comparisons in a row,
 * grown or shrunk, halts outgoing payments: a single one may have read from a node that lags behind another. A round
 * in which something finalized could not be read is no comparison. The first round and some later ones sum the whole
 * ledger too (rule INV-3). Payments stay halted, whatever later rounds see, until an admin resumes them.
 */
export function reconciler(ports: ReconcilePorts): () => Promise<void> {
  let differences = 0;
  let round = 0;
  return async () => {
    const sumsToo = round % ROUNDS_BETWEEN_SUMS === 0;
    round += 1;
    if (sumsToo) await checkSums(ports);
    const stock = await takeStockIfPossible(ports);
    if (!stock) return;
    differences = stock.difference === 0n ? 0 : differences + 1;
    if (differences >= DIFFERENCES_TO_HALT) {
      await halt(ports, { kind: "payments_halted", params: { difference: stock.difference } });
    }
  };
}

async function checkSums(ports: ReconcilePorts) {
  const [wrong] = await wrongBalances(ports.db);
  if (wrong !== undefined) {
    await halt(ports, { kind: "payments_halted_by_balance", params: { account: wrong } });
  }
}

/** Silence of the node is no difference. */
async function takeStockIfPossible(ports: ReconcilePorts): Promise<Stock | null> {
  try {
    return await takeStock(ports);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    ports.log.warn({ err: error }, "books and chain could not be compared");
    return null;
  }
}

type HaltNotice = Extract<NotificationContent, { kind: `payments_halted${string}` }>;

async function halt(
  { db, clock, entropy, broadcast, log, adminWallets }: ReconcilePorts,
  notice: HaltNotice,
) {
  if ((await haltedBecause(db)) !== null) return;
  const { body: reason } = notificationInEnglish(notice);
  log.error({ reason }, "the books do not agree: outgoing payments halt");
  const wallets = await adminWallets();
  const notices = await inTransaction(db, async (tx) => {
    await writeHalt(tx, reason, new Date(clock.now()));
    return notifyAll(
      tx,
      { clock, entropy },
      wallets.map((wallet) => ({ wallet, ...notice })),
    );
  });
  for (const row of notices) {
    broadcast.toWallet(row.wallet, "user-notification", { notification: notificationView(row) });
  }
}
