import { LRUCache } from "lru-cache";
import type { Logger } from "../../foundation/log.ts";
import { notificationView } from "../../foundation/notifications/stored-notifications.ts";
import { notifyBalances } from "../../foundation/notifications/notify-balances.ts";
import type { Broadcast } from "../../foundation/ports.ts";
import { inBatches } from "../../foundation/in-batches.ts";
import { type ExpectedPayments, expectedPayments } from "./expected-payments.ts";
import { type KnownBets, knownBets } from "./known-bets.ts";
import {
  type NamedDeposit,
  type ProcessedDeposit,
  processDeposits,
  type ProcessPorts,
} from "./process-deposits.ts";
import type { BetTerms } from "./queries.ts";
import type { Deposit } from "./read-deposit.ts";

/** Serialises players' confirmations and the deposit watcher, so that each deposit is counted once. */
export interface DepositProcessor {
  /** Counts a deposit that is on the chain, once, and reports what it became. */
  process(deposit: Deposit, bet?: BetTerms): Promise<ProcessedDeposit>;
  /** Whether this process has counted it lately, for the player or for the watcher. */
  hasCounted(signature: string): boolean;
  readonly knownBets: KnownBets;
  readonly expected: ExpectedPayments;
}

interface Ports extends ProcessPorts {
  readonly broadcast: Broadcast;
  readonly log: Logger;
  /** A bet came in: the race engine starts or extends the countdown and notifies the clients. */
  readonly raceChanged: (raceId: string) => void;
}

const BATCH_SIZE = 64;
const MAX_REMEMBERED = 4_000;

/**
 * Deposits that arrive while the database is busy with earlier ones are counted together, up to 64 in one commit.
 * Events go out after the commit (rule MONEY-3).
 */
export function openDepositProcessor(ports: Ports): DepositProcessor {
  const known = knownBets(ports.db);
  const counted = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  const processInBatch = inBatches(BATCH_SIZE, (deposits: readonly NamedDeposit[]) =>
    processDeposits(ports, deposits),
  );
  return {
    knownBets: known,
    hasCounted: (signature) => counted.has(signature),
    expected: expectedPayments(ports),
    async process(deposit, bet) {
      const named = bet ?? (deposit.betMemo === null ? null : await known.findByMemo(deposit.betMemo));
      const processed = await processInBatch({ deposit, bet: named });
      counted.set(deposit.signature, true);
      announceDeposit(ports, deposit.signature, processed);
      return processed;
    },
  };
}

/** Also notifies the bettor's own pages of a bet for which they received no answer to a confirmation (rule BET-23). */
function announceDeposit(ports: Ports, signature: string, processed: ProcessedDeposit) {
  if (!processed.isNew) return;
  const { outcome, reason, bet, notifications } = processed;
  const { broadcast, log, raceChanged } = ports;
  if (bet) {
    const paid = { betId: bet.id, raceId: bet.raceId, signature };
    if (outcome === "bet") log.info({ ...paid, lamports: String(bet.stake) }, "bet admitted");
    else log.info({ ...paid, reason }, "payment of a bet credited");
  }
  if (outcome === "bet" && bet) {
    raceChanged(bet.raceId);
    notifyBalances(ports, [bet.wallet]);
  }
  for (const notification of notifications) {
    broadcast.toWallet(notification.wallet, "user-notification", {
      notification: notificationView(notification),
    });
  }
}
