import type { RunOptions } from "./run-seed.ts";

/** A run as it travels to a worker. */
export interface Task extends Omit<RunOptions, "seed"> {
  readonly seed: string;
}

// No timer of the real world may run in here: what waits, waits in the simulated one.
const none = () => ({ ref: () => none(), unref: () => none(), hasRef: () => false });
Object.assign(globalThis, { setTimeout: none, setInterval: none, clearTimeout: () => undefined });

const { runSeed } = await import("./run-seed.ts");

process.on("message", (task: Task) => {
  runSeed({ ...task, seed: BigInt(task.seed) }).then(
    (report) => process.send?.(report),
    (error: unknown) => process.send?.({ broken: error instanceof Error ? error.stack : String(error) }),
  );
});
// Whoever started it is gone.
process.on("disconnect", () => process.exit(0));
process.send?.({ isReady: true });
