import type { Db } from "../db/database.ts";
import { notificationView, notify } from "../db/notifications.ts";
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

/**
 * One round of comparing books and chain (rule MONEY-20). The same difference in two rounds running halts
 * outgoing payments; they go on by themselves once books and chain agree again.
 */
export function reconciler(ports: Ports): () => Promise<void> {
  let last = 0n;
  return async () => {
    const stock = await takeStockIfPossible(ports);
    if (!stock) return;
    const { difference } = stock;
    if (difference === 0n) await resume(ports);
    else if (difference === last) await halt(ports, difference);
    last = difference;
  };
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

async function halt({ db, clock, entropy, broadcast, log, adminWallets }: Ports, difference: bigint) {
  if ((await haltedBecause(db)) !== null) return;
  const reason = `Books and chain differ by ${difference} lamports`;
  log.error({ difference: difference.toString() }, "books and chain differ: outgoing payments halt");
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

async function resume({ db, clock, log }: Ports) {
  if ((await haltedBecause(db)) === null) return;
  await inTransaction(db, (tx) => writeHalt(tx, null, new Date(clock.now())));
  log.info("books and chain agree again: outgoing payments go on");
}
