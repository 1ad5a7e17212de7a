import type { Feature, Job } from "../../foundation/feature.ts";
import { cachedSolvency } from "./cached-solvency.ts";
import { solvencyHandlers } from "./handlers.ts";
import { reconciler, type ReconcilePorts } from "./reconcile.ts";
import type { ResumePorts } from "./resume-payments.ts";
import { solvencyGauges } from "./solvency-gauges.ts";

const RECONCILE_EVERY_MS = 5_000;

/** Whether books and chain agree, and what happens when they do not. */
export function openSolvency(ports: ReconcilePorts & ResumePorts) {
  const latestSolvency = cachedSolvency(ports);
  return {
    /** See cached-solvency.ts. */
    latestSolvency,
    handlers: solvencyHandlers({ ...ports, latestSolvency }),
    jobs: solvencyJobs({ beginReconciling: () => reconciler(ports) }),
    gauges: solvencyGauges({ ...ports, latestSolvency }),
  } satisfies Feature & Record<string, unknown>;
}

export const solvencyJobs = ({
  beginReconciling,
}: {
  readonly beginReconciling: () => () => Promise<void>;
}): Job[] => [
  { name: "reconciliation", runsOn: "leader", everyMs: RECONCILE_EVERY_MS, begin: beginReconciling },
];
