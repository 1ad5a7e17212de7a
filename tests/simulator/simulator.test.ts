import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mutants } from "./mutants.ts";
import { plant } from "./plant.ts";
import { type EndedRun, runSimulate } from "./simulate-command.ts";
import { openWorkerPool } from "./worker-pool.ts";

const RACES = "40";
const root = join(import.meta.dirname, "../..");
const traceIn = ({ output }: EndedRun) => /^trace (\w+)$/m.exec(output)?.[1];

it("one seed is one history: it gives the same trace in every run", async () => {
  const pool = openWorkerPool(2);
  const task = { seed: "0x2a", races: 6 };
  const [once, again, other] = await Promise.all([
    pool.run(task),
    pool.run(task),
    pool.run({ ...task, seed: "0x2b" }),
  ]);
  pool.close();
  expect(once.violation).toBeNull();
  expect(again.traceHash).toBe(once.traceHash);
  expect(other.traceHash).not.toBe(once.traceHash);
});

it.concurrent("a run that was interrupted goes on and comes to the same", async () => {
  const folder = mkdtempSync(join(tmpdir(), "simulator-"));
  const words = (races: string, file: string) =>
    ["--races", races, "--races-a-seed", "2", "--workers", "1", "--seed", "3", "--partial"].concat(
      "--resume",
      join(folder, file),
    );
  const whole = await runSimulate(root, words("4", "whole.json"));
  const begun = await runSimulate(root, words("2", "parts.json"));
  const ended = await runSimulate(root, words("4", "parts.json"));
  rmSync(folder, { recursive: true });
  expect(whole.output).toContain("0 lamports unexplained");
  expect(traceIn(whole)).toBeDefined();
  expect(traceIn(begun)).not.toBe(traceIn(whole));
  expect(traceIn(ended)).toBe(traceIn(whole));
});

it.concurrent("a broken rule ends a run with its seed and a replay that breaks it again", async () => {
  const mistake = mutants.find(({ name }) => name === "uses a seed again");
  if (!mistake) throw new Error("the mutant is gone");
  const tree = plant(mistake);
  const failed = await runSimulate(tree, ["--races", "5", "--workers", "1", "--attempts", "12"]);
  const replay = /--replay (\S+\.json)/.exec(failed.output)?.[1] ?? "";
  const again = await runSimulate(tree, ["--replay", replay, "--workers", "1"]);
  rmSync(tree, { recursive: true });
  expect(failed.output).toContain("seed 0x1");
  expect(failed.exitCode).toBe(1);
  expect(again.output).toContain("FAIR-6");
  expect(again.exitCode).toBe(1);
});

// Too few races for every fault to hit every step: the long run shows that.
it(`INV-1 to INV-12, INV-6 hold through ${RACES} races with faults, and all comes to rest afterwards`, async () => {
  const args = ["--races", RACES, "--races-a-seed", "20", "--seed", "2", "--workers", "2"];
  const run = await runSimulate(root, [...args, "--partial", "--attempts", "0"]);
  expect(run.output).toContain("0 lamports unexplained");
  expect(run.exitCode).toBe(0);
});
