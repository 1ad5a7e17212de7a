import { setMaxListeners } from "node:events";
import { asHouse } from "./foundation/chain/caller.ts";
import type { ChangeNews } from "./foundation/db/change-news.ts";
import type { HeldLease } from "./foundation/db/lease.ts";
import type { InstanceJob, Job, LeaderJob } from "./foundation/feature.ts";
import { repeat, type Rest } from "./foundation/loop.ts";
import type { Clock } from "./foundation/ports.ts";

interface Run {
  readonly clock: Clock;
  readonly changes: ChangeNews;
  readonly signal: AbortSignal;
  /** Receives the error of a round that throws; the next round comes all the same. */
  readonly onError: (error: unknown, job: Job) => void;
}

/** Runs the jobs of every instance. Resolves when the signal has aborted and all rounds have ended. */
export async function runInstanceJobs(jobs: readonly Job[], run: Run): Promise<void> {
  const own = jobs.filter((job): job is InstanceJob => job.runsOn === "every instance");
  setMaxListeners(0, run.signal);
  await Promise.all(own.map((job) => repeatJob(job, job.round, run)));
}

/** Runs the leader's jobs in the same way, for as long as its lease is held. */
export async function runLeaderJobs(
  jobs: readonly Job[],
  { lease, ...run }: Run & { readonly lease: HeldLease },
): Promise<void> {
  const own = jobs.filter((job): job is LeaderJob => job.runsOn === "leader");
  // Each sleeping job adds a listener to the signal.
  setMaxListeners(0, run.signal);
  await Promise.all(own.map((job) => repeatJob(job, job.begin(lease), run)));
}

const repeatJob = (job: Job, round: () => Promise<Rest>, { onError, ...run }: Run) => {
  const { everyMs, wokenBy = [] } = job;
  return repeat({ ...run, everyMs, wokenBy, onError: (error) => onError(error, job) }, () => asHouse(round));
};
