import { publicReason } from "../../../domain/rule-log.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { Db } from "../../foundation/db/database.ts";
import { wrongBalances } from "../../foundation/books/check-balances.ts";
import type { NotificationContent } from "../../../contract/notifications/catalogue.ts";
import { notificationInEnglish } from "../../../contract/notifications/catalogue.ts";
import { notificationView, notifyAll } from "../../foundation/notifications/stored-notifications.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Logger } from "../../foundation/log.ts";
import { writeRule } from "../../foundation/rule-log/write-rule.ts";
import { type Broadcast, ChainUnavailable, type Entropy } from "../../foundation/ports.ts";
import { askingPace, isDue, type PacePorts } from "../../foundation/chain/asking-pace.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import { readHaltReason, writeHaltReason } from "../../foundation/books/payment-halt.ts";
import { type SolvencySnapshot, type SolvencyPorts, readSolvency, shownDifference } from "./read-solvency.ts";

export interface ReconcilePorts extends SolvencyPorts, PacePorts {
  readonly db: Db;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  readonly log: Logger;
  /** Who is notified of a difference. */
  readonly adminWallets: () => Promise<readonly string[]>;
}

/** Reading the whole ledger is expensive: with rounds of five seconds, this is once an hour. */
const ROUNDS_BETWEEN_SUMS = 720;
const DIFFERENCES_TO_HALT = 3;

/**
 * One round of comparing books and chain (rule MONEY-20). A difference that is present in three comparisons in a row,
 * even if it grew or shrank, halts outgoing payments: a single one may come from a node that lags behind another. A
 * round in which not everything finalized was read is a comparison only if a wallet holds too little. Each address is
 * compared with its own books (rule MONEY-26). The first round and some later ones also sum the whole ledger (rule
 * INV-3). Payments stay halted, whatever later rounds find, until an admin resumes them.
 */
export function reconciler(ports: ReconcilePorts): () => Promise<void> {
  const compare = comparer(ports);
  let comparedAtMs = Number.NEGATIVE_INFINITY;
  let isSettled = true;
  let round = 0;
  return async () => {
    const sumsToo = round % ROUNDS_BETWEEN_SUMS === 0;
    round += 1;
    if (sumsToo) await checkSums(ports);
    // After a difference, the next round compares again.
    if (isSettled && !isDue(ports.clock.now(), comparedAtMs, askingPace(ports).comparison)) return;
    comparedAtMs = ports.clock.now();
    isSettled = await compare();
  };
}

/** Returns whether no difference was found. */
function comparer(ports: ReconcilePorts): () => Promise<boolean> {
  let differences = 0;
  return async () => {
    const snapshot = await readSolvencyIfPossible(ports);
    if (!snapshot) return false;
    const difference = shownDifference(snapshot);
    if (difference === null && !snapshot.isAllRead) return true;
    differences = difference === null ? 0 : differences + 1;
    if (difference !== null && differences >= DIFFERENCES_TO_HALT) {
      await haltPayments(ports, { kind: "payments_halted", params: { difference } });
    }
    return difference === null;
  };
}

async function checkSums(ports: ReconcilePorts) {
  const [wrong] = await wrongBalances(ports.db);
  ports.log.info({ wrong: wrong ?? null }, "the balances were summed");
  if (wrong !== undefined) {
    await haltPayments(ports, { kind: "payments_halted_by_balance", params: { account: wrong } });
  }
}

/**
 * A node that does not answer is not a difference. One that lists no history leaves what arrived unread: a wallet that
 * holds too little is seen nevertheless.
 */
async function readSolvencyIfPossible(ports: ReconcilePorts): Promise<SolvencySnapshot | null> {
  const readDeposits = async () => (await orUnavailable(ports.readDeposits())) ?? { completeUpTo: -1n };
  try {
    return await readSolvency({ ...ports, readDeposits });
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    ports.log.warn({ err: error }, "books and chain could not be compared");
    return null;
  }
}

type HaltNotice = Extract<NotificationContent, { kind: `payments_halted${string}` }>;

async function haltPayments(
  { db, clock, entropy, broadcast, log, adminWallets }: ReconcilePorts,
  notice: HaltNotice,
) {
  if ((await readHaltReason(db)) !== null) return;
  const { body: reason } = notificationInEnglish(notice);
  log.error({ reason }, "the books do not agree: outgoing payments halt");
  const wallets = await adminWallets();
  const notices = await inTransaction(db, async (tx) => {
    const at = new Date(clock.now());
    await writeHaltReason(tx, reason, at);
    const notifications = await notifyAll(
      tx,
      { clock, entropy },
      wallets.map((wallet) => ({ wallet, ...notice })),
    );
    await writeRule(tx, at, { rule: "halt", reason: publicReason(reason) });
    await writeAudit(tx, { at, actor: "system", action: "payments.halt", reason });
    return notifications;
  });
  for (const row of notices) {
    broadcast.toWallet(row.wallet, "user-notification", { notification: notificationView(row) });
  }
}
