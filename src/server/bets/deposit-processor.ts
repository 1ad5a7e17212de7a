import type { Logger } from "../log.ts";
import { notificationView } from "../notifications/stored-notifications.ts";
import { notifyBalances } from "../notifications/notify-balances.ts";
import type { Broadcast } from "../ports.ts";
import { inBatches } from "../in-batches.ts";
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
  /** Counts a deposit that is confirmed on the chain, once, and reports what it became. */
  process(deposit: Deposit, bet?: BetTerms): Promise<ProcessedDeposit>;
  readonly knownBets: KnownBets;
}

interface Ports extends ProcessPorts {
  readonly broadcast: Broadcast;
  readonly log: Logger;
  /** A bet came in: the race engine starts or extends the countdown and notifies the clients. */
  readonly raceChanged: (raceId: string) => void;
}

const BATCH_SIZE = 64;

/**
 * Deposits that arrive while the database is busy with earlier ones are counted together, up to 64 in one commit.
 * Events go out after the commit (rule MONEY-3).
 */
export function openDepositProcessor(ports: Ports): DepositProcessor {
  const known = knownBets(ports.db);
  const processInBatch = inBatches(BATCH_SIZE, (deposits: readonly NamedDeposit[]) =>
    processDeposits(ports, deposits),
  );
  return {
    knownBets: known,
    async process(deposit, bet) {
      const named = bet ?? (deposit.betId === null ? null : await known.find(deposit.betId));
      const processed = await processInBatch({ deposit, bet: named });
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
