import { type ChildProcess, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { RunReport } from "./run-seed.ts";
import type { Task } from "./worker.ts";

/** Worker processes that run seeds, each one at a time. */
export interface WorkerPool {
  run(task: Task): Promise<RunReport>;
  readonly size: number;
  close(): void;
}

/** @param entry the worker's file; that of another tree for a run over changed sources. */
export function openWorkerPool(
  size: number,
  entry = fileURLToPath(new URL("worker.ts", import.meta.url)),
): WorkerPool {
  const idle: Promise<ChildProcess>[] = Array.from({ length: size }, () => started(entry));
  const waiting: ((child: Promise<ChildProcess>) => void)[] = [];
  const children = new Set<ChildProcess>();
  for (const child of idle) void child.then((one) => children.add(one));

  const take = () => {
    const free = idle.shift();
    return free ?? new Promise<ChildProcess>((resolve) => waiting.push((child) => resolve(child)));
  };
  const giveBack = (child: Promise<ChildProcess>) => {
    const next = waiting.shift();
    if (next) next(child);
    else idle.push(child);
  };

  return {
    size,
    async run(task) {
      const child = await take();
      const report = await new Promise<RunReport>((resolve) => {
        const died = () => resolve(broken(task, "the simulator's process ended"));
        child.once("exit", died);
        child.once("message", (message: RunReport | { broken: string }) => {
          child.off("exit", died);
          resolve("broken" in message ? broken(task, message.broken) : message);
        });
        child.send(task);
      });
      giveBack(child.connected ? Promise.resolve(child) : started(entry));
      return report;
    },
    close() {
      for (const child of children) child.kill();
    },
  };
}

function started(entry: string): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_OPTIONS: "--import tsx" };
    const child = fork(entry, { execArgv: [], env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child.once("message", () => resolve(child));
    child.once("exit", (code) => reject(new Error(`a worker ended with ${code} before it was ready`)));
    child.once("error", reject);
  });
}

const broken = ({ seed }: Task, why: string): RunReport => ({
  seed,
  races: 0,
  steps: 0,
  faults: 0,
  disruptions: 0,
  traceHash: "-",
  violation: `the simulator broke: ${why}`,
  tail: [],
  met: {},
  counts: {},
  virtualMs: 0,
});

/** Derives the seeds from one number. */
export const seedAt = (start: bigint, index: number): string =>
  index === 0
    ? `0x${start.toString(16)}`
    : `0x${createHash("sha256").update(`${start} ${index}`).digest("hex").slice(0, 16)}`;
