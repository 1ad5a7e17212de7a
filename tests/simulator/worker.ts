import type { RunOptions } from "./run-seed.ts";

/** A run in the form in which it is sent to a worker. */
export interface Task extends Omit<RunOptions, "seed"> {
  readonly seed: string;
}

// No real timer may run in here: whatever waits, waits in the simulated world.
const none = () => ({ ref: () => none(), unref: () => none(), hasRef: () => false });
Object.assign(globalThis, { setTimeout: none, setInterval: none, clearTimeout: () => undefined });

const { runSeed } = await import("./run-seed.ts");

process.on("message", (task: Task) => {
  runSeed({ ...task, seed: BigInt(task.seed) }).then(
    (report) => process.send?.(report),
    (error: unknown) => process.send?.({ broken: error instanceof Error ? error.stack : String(error) }),
  );
});
// The parent process is gone.
process.on("disconnect", () => process.exit(0));
process.send?.({ isReady: true });
