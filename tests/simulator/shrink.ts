import type { WorkerPool } from "./worker-pool.ts";
import { strategies } from "./player-strategies.ts";
import type { RunReport } from "./run-seed.ts";
import type { Task } from "./worker.ts";

const rule = (report: RunReport) => report.violation?.split(" ").slice(0, 1).join(" ") ?? null;

/**
 * Searches for the smallest run that still breaks the same rule: without some players and without some faults, with at
 * most `attempts` attempts. The result is a replay.
 */
export async function shrink(
  pool: WorkerPool,
  task: Task,
  failed: RunReport,
  attempts: number,
): Promise<{ task: Task; report: RunReport }> {
  // A run that broke a rule after its last race must end there again.
  const until = ({ races }: RunReport) => Math.min(task.races, races + 1);
  let best: Task = { ...task, races: until(failed) };
  let report = failed;
  let left = attempts;
  async function holds(candidate: Task): Promise<boolean> {
    if (left <= 0) return false;
    left -= 1;
    const done = await pool.run(candidate);
    if (rule(done) !== rule(failed)) return false;
    best = { ...candidate, races: until(done) };
    report = done;
    return true;
  }

  for (const strategy of [...strategies, "admin"]) {
    await holds({ ...best, muted: [...(best.muted ?? []), strategy] });
  }
  await thin((kept) => holds({ ...best, onlyDisruptions: kept }), numbers(report.disruptions));
  await thin((kept) => holds({ ...best, onlyFaults: kept }), numbers(report.faults));
  return { task: best, report };
}

const numbers = (upTo: number) => Array.from({ length: upTo }, (_, index) => index + 1);

/** Leaves parts out, large ones first, as long as the remainder still fails. */
async function thin(holds: (kept: readonly number[]) => Promise<boolean>, all: readonly number[]) {
  let kept = all;
  if (kept.length === 0 || (await holds([]))) return;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length;) {
      const without = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (await holds(without)) kept = without;
      else from += size;
    }
  }
}
