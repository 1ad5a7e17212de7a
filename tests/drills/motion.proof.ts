import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const RACES = "400";
const root = join(import.meta.dirname, "../..");

/** Runs the command `prove:motion`; it exits with 1 if anything was wrong, or nothing was checked. */
function proveMotion(args: readonly string[]): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const command = [join(root, "tests/drills/motion-proof.ts"), ...args];
    const run = spawn(process.execPath, ["--import", "tsx", ...command], { cwd: root });
    let output = "";
    for (const stream of [run.stdout, run.stderr]) stream.on("data", (piece) => (output += String(piece)));
    run.once("error", reject);
    run.once("close", (exitCode) => resolve({ exitCode, output }));
  });
}

it(`RACE-8 RACE-9 ${RACES} drawn races of each length finish in order, without a backward step or a sliding hoof, the same for every client`, async () => {
  const { exitCode, output } = await proveMotion(["--races", RACES, "--seed", "1", "--workers", "2"]);
  expect(output.match(new RegExp(`${RACES} right, 0 wrong`, "g"))).toHaveLength(3);
  expect(exitCode).toBe(0);
});
