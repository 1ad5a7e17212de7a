import { join } from "node:path";
import { expect, it } from "vitest";
import { runSimulate } from "./simulate-command.ts";

const RACES = "1000";
/** Beside the drills, on two cores. */
const PATIENCE_MS = 3_000_000;
const root = join(import.meta.dirname, "../..");

// The command itself fails on a broken rule, and on a pair of fault and step that never occurred.
it(
  `INV-1 to INV-12 hold through ${RACES} races with every fault, and all comes to rest afterwards`,
  async () => {
    const run = await runSimulate(root, [
      "--races",
      RACES,
      "--seed",
      "1",
      "--workers",
      "2",
      "--attempts",
      "0",
    ]);
    expect(run.output).toContain("0 lamports unexplained");
    expect(run.output).not.toContain("never met");
    expect(run.exitCode).toBe(0);
  },
  PATIENCE_MS,
);
