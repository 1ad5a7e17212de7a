// No timer of the real world may run in here: what waits, waits in the simulated one.
const none = () => ({ ref: () => none(), unref: () => none(), hasRef: () => false });
Object.assign(globalThis, { setTimeout: none, setInterval: none, clearTimeout: () => undefined });

const { runSeed } = await import("./run-seed.ts");

interface Task {
  readonly seed: string;
  readonly races: number;
}

const report = (value: unknown) => void process.send?.(value);

process.on("message", (task: Task) => {
  void runSeed({ ...task, seed: BigInt(task.seed) }).then(
    (done) => report(done),
    (error: unknown) => report({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
report({ isReady: true });

export {};
