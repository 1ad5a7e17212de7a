import type { PacePorts } from "../chain/asking-pace.ts";
import type { Feature, Job } from "../feature.ts";
import type { HouseKeys } from "../house-keys.ts";
import { adminPayoutHandlers } from "./admin-handlers.ts";
import { payoutHandlers } from "./handlers.ts";
import { paymentGauges } from "./payment-gauges.ts";
import { reopenFailedMemos } from "./reopen-memos.ts";
import { refillHotWalletAction } from "./refill-hot-wallet.ts";
import { sendAnchorAtOnce } from "./send-at-once.ts";
import { advanceSome, paymentRounds } from "./send-payments.ts";
import type { SendPorts } from "./sign-payments.ts";
import { queueSweeps, type SweepOrder } from "./sweep.ts";

const PAYMENTS_EVERY_MS = 400;

/** Outgoing payments. */
export function openPayouts(ports: SendPorts & PacePorts) {
  return {
    /** The payment worker's step for some payments, with keys that were unlocked for it. */
    advancePayments: (ids: readonly string[], vault: HouseKeys) => advanceSome({ ...ports, vault }, ids),
    /** Retries memos that failed for good (rule PAYOUTS-5). */
    reopenFailedMemos,
    /** Sends an anchor that cannot wait for the payment worker. */
    sendAtOnce: (paymentId: string) => sendAnchorAtOnce(ports, paymentId),
    refillAction: refillHotWalletAction(ports),
    queueSweeps: (order: SweepOrder) => queueSweeps(ports, order),
    handlers: { ...payoutHandlers(ports), ...adminPayoutHandlers(ports) },
    jobs: paymentJobs(ports),
    gauges: paymentGauges(ports),
  } satisfies Feature & Record<string, unknown>;
}

export const paymentJobs = (ports: SendPorts & PacePorts): Job[] => [
  {
    name: "payment sender",
    runsOn: "leader",
    everyMs: PAYMENTS_EVERY_MS,
    // A payout waits for its race's bets to be final.
    wokenBy: ["payments", "bets"],
    begin: () => paymentRounds(ports),
  },
];
