import type { Feature, Job } from "../feature.ts";
import { adminPayoutHandlers } from "./admin-handlers.ts";
import { payoutHandlers } from "./handlers.ts";
import { paymentGauges } from "./payment-gauges.ts";
import { sendPayments, type SendPorts } from "./send-payments.ts";

const PAYMENTS_EVERY_MS = 400;

/** Money on its way out. */
export const openPayouts = (ports: SendPorts) =>
  ({
    handlers: { ...payoutHandlers(ports), ...adminPayoutHandlers(ports) },
    jobs: paymentJobs(ports),
    gauges: paymentGauges(ports),
  }) satisfies Feature;

export const paymentJobs = (ports: SendPorts): Job[] => [
  {
    name: "payment sender",
    runsOn: "leader",
    everyMs: PAYMENTS_EVERY_MS,
    begin: () => () => sendPayments(ports),
  },
];
