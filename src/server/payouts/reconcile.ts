import type { Db } from "../db/database.ts";
import { wrongBalances } from "../books/ledger.ts";
import { notificationView, notify } from "../notifications/stored-notifications.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Logger } from "../log.ts";
import { type Broadcast, ChainUnavailable, type Entropy } from "../ports.ts";
import { haltedBecause, writeHalt } from "./halt.ts";
import { type Stock, type StockPorts, takeStock } from "./take-stock.ts";

interface Ports extends StockPorts {
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
export function reconciler(ports: Ports): () => Promise<void> {
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
      await halt(ports, `Books and chain differ by ${stock.difference} lamports`);
    }
  };
}

async function checkSums(ports: Ports) {
  const [wrong] = await wrongBalances(ports.db);
  if (wrong !== undefined) await halt(ports, `The balance of ${wrong} is not the sum of its entries`);
}

/** Silence of the node is no difference. */
async function takeStockIfPossible(ports: Ports): Promise<Stock | null> {
  try {
    return await takeStock(ports);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    ports.log.warn({ err: error }, "books and chain could not be compared");
    return null;
  }
}

async function halt({ db, clock, entropy, broadcast, log, adminWallets }: Ports, reason: string) {
  if ((await haltedBecause(db)) !== null) return;
  log.error({ reason }, "the books do not agree: outgoing payments halt");
  const wallets = await adminWallets();
  const notices = await inTransaction(db, async (tx) => {
    await writeHalt(tx, reason, new Date(clock.now()));
    const told = [];
    for (const wallet of wallets) {
      const notice = { wallet, type: "payments_halted", title: "Outgoing payments are halted", body: reason };
      told.push(await notify(tx, { clock, entropy }, notice));
    }
    return told;
  });
  for (const notice of notices) {
    broadcast.toWallet(notice.wallet, "user-notification", { notification: notificationView(notice) });
  }
}
