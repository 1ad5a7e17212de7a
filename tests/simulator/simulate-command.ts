import { spawn } from "node:child_process";
import { join } from "node:path";

export interface EndedRun {
  readonly exitCode: number | null;
  /** Everything that the command printed. */
  readonly output: string;
}

/** Runs the command `simulate` from the sources in a folder; tests beside it, which keep time, come first. */
export function runSimulate(folder: string, args: readonly string[]): Promise<EndedRun> {
  return new Promise((resolve, reject) => {
    const main = join(folder, "tests/simulator/main.ts");
    const tsx = import.meta.resolve("tsx");
    const command = [process.execPath, "--import", tsx, main, ...args];
    const run = spawn("nice", command, { cwd: folder });
    let output = "";
    for (const stream of [run.stdout, run.stderr]) stream.on("data", (piece) => (output += String(piece)));
    run.once("error", reject);
    run.once("close", (exitCode) => resolve({ exitCode, output }));
  });
}
