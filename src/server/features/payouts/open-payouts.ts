import type { PacePorts } from "../../foundation/chain/asking-pace.ts";
import type { Feature, Job } from "../../foundation/feature.ts";
import type { HouseKeys } from "../../foundation/house-keys.ts";
import { adminPayoutHandlers } from "./admin-handlers.ts";
import { payoutHandlers } from "./handlers.ts";
import { paymentGauges } from "./payment-gauges.ts";
import { reopenFailedMemos } from "./reopen-memos.ts";
import { refillHotWallet, type RefillOrder } from "./refill-hot-wallet.ts";
import { chooseLockWallet, fillLockWallet } from "./lock-wallets.ts";
import { sendAnchorAtOnce } from "./send-at-once.ts";
import { advanceSome, paymentRounds } from "./send-payments.ts";
import type { SendPorts } from "./sign-payments.ts";
import { queueSweeps, type SweepOrder, type SweepPorts } from "./sweep.ts";

/** Two slots: with shorter rounds some payments of a large race are sent a second time before they are seen. */
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
    /** The hot wallets that lock the bets of races. */
    lockWallets: lockWallets(ports),
    queueRefill: (order: RefillOrder) => refillHotWallet(ports, order),
    queueSweeps: (order: SweepOrder) => queueSweeps(ports, order),
    handlers: { ...payoutHandlers(ports), ...adminPayoutHandlers(ports) },
    jobs: paymentJobs(ports),
    gauges: paymentGauges(ports),
  } satisfies Feature & Record<string, unknown>;
}

export const lockWallets = (ports: SweepPorts) => ({
  fill: () => fillLockWallet(ports),
  choose: chooseLockWallet,
});

export const paymentJobs = (ports: SendPorts & PacePorts): Job[] => [
  {
    name: "payment sender",
    runsOn: "leader",
    everyMs: PAYMENTS_EVERY_MS,
    wokenBy: ["payments"],
    begin: () => paymentRounds(ports),
  },
];
