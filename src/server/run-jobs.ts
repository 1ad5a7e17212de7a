import { setMaxListeners } from "node:events";
import type { ChangeNews } from "./db/change-news.ts";
import type { HeldLease } from "./db/lease.ts";
import type { InstanceJob, Job, LeaderJob } from "./feature.ts";
import { repeat, type Rest } from "./loop.ts";
import type { Clock } from "./ports.ts";

interface Run {
  readonly clock: Clock;
  readonly changes: ChangeNews;
  readonly signal: AbortSignal;
  /** A round that throws is reported here, and the next round comes all the same. */
  readonly onError: (error: unknown, job: Job) => void;
}

/** Runs the jobs that every instance has. Resolves when the signal has aborted and all rounds have ended. */
export async function runInstanceJobs(jobs: readonly Job[], run: Run): Promise<void> {
  const own = jobs.filter((job): job is InstanceJob => job.runsOn === "every instance");
  setMaxListeners(0, run.signal);
  await Promise.all(own.map((job) => repeatJob(job, job.round, run)));
}

/** The same for the leader's jobs, for as long as its lease is held. */
export async function runLeaderJobs(
  jobs: readonly Job[],
  { lease, ...run }: Run & { readonly lease: HeldLease },
): Promise<void> {
  const own = jobs.filter((job): job is LeaderJob => job.runsOn === "leader");
  // Each job listens to it while it sleeps.
  setMaxListeners(0, run.signal);
  await Promise.all(own.map((job) => repeatJob(job, job.begin(lease), run)));
}

const repeatJob = (job: Job, round: () => Promise<Rest>, { onError, ...run }: Run) => {
  const { everyMs, wokenBy = [] } = job;
  return repeat({ ...run, everyMs, wokenBy, onError: (error) => onError(error, job) }, round);
};
