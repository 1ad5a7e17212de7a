import type { Feature, Job } from "../feature.ts";
import type { HouseKeys } from "../house-keys.ts";
import { notBuilt } from "../http/not-built.ts";
import { payoutHandlers, type PayoutPorts } from "./handlers.ts";
import { paymentGauges } from "./payment-gauges.ts";
import { recentStock } from "./recent-stock.ts";
import { reconciler, type ReconcilePorts } from "./reconcile.ts";
import { sendPayments, type SendPorts } from "./send-payments.ts";

const PAYMENTS_EVERY_MS = 400;
const RECONCILE_EVERY_MS = 5_000;

type Ports = Omit<PayoutPorts, "stock"> & SendPorts & ReconcilePorts & { readonly vault: HouseKeys };

/** Money on its way out, and whether books and chain agree. */
export function openPayouts(ports: Ports) {
  const stock = recentStock(ports);
  return {
    handlers: { ...payoutHandlers({ ...ports, stock }), listPayouts: notBuilt, retryPayout: notBuilt },
    jobs: paymentJobs({ ...ports, beginReconciling: () => reconciler(ports) }),
    gauges: paymentGauges({ ...ports, stock }),
  } satisfies Feature;
}

export const paymentJobs = (
  ports: SendPorts & { readonly beginReconciling: () => () => Promise<void> },
): Job[] => [
  {
    name: "payment sender",
    runsOn: "leader",
    everyMs: PAYMENTS_EVERY_MS,
    begin: () => () => sendPayments(ports),
  },
  {
    name: "reconciliation",
    runsOn: "leader",
    everyMs: RECONCILE_EVERY_MS,
    begin: ports.beginReconciling,
  },
];
