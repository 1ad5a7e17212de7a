import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openWorkerPool } from "./worker-pool.ts";
import { mutants } from "./mutants.ts";
import { plant } from "./plant.ts";

const MINUTE_MS = 60_000;
const RACES = "2000";

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** The command, from the sources in a folder. */
function simulate(folder: string, words: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const main = join(folder, "tests/simulator/main.ts");
    const tsx = import.meta.resolve("tsx");
    const run = spawn(process.execPath, ["--import", tsx, main, ...words], { cwd: folder });
    let said = "";
    for (const stream of [run.stdout, run.stderr]) stream.on("data", (piece) => (said += String(piece)));
    run.once("error", reject);
    run.once("close", (code) => resolve({ code, said }));
  });
}

const here = join(import.meta.dirname, "../..");
const traceIn = ({ said }: Ended) => /^trace (\w+)$/m.exec(said)?.[1];

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
  const whole = await simulate(here, words("4", "whole.json"));
  const begun = await simulate(here, words("2", "parts.json"));
  const ended = await simulate(here, words("4", "parts.json"));
  rmSync(folder, { recursive: true });
  expect(whole.said).toContain("0 lamports unexplained");
  expect(traceIn(whole)).toBeDefined();
  expect(traceIn(begun)).not.toBe(traceIn(whole));
  expect(traceIn(ended)).toBe(traceIn(whole));
});

it.concurrent("a broken rule ends a run with its seed and a replay that breaks it again", async () => {
  const mistake = mutants.find(({ name }) => name === "uses a seed again");
  if (!mistake) throw new Error("the mutant is gone");
  const tree = plant(mistake);
  const failed = await simulate(tree, ["--races", "5", "--workers", "1", "--attempts", "12"]);
  const replay = /--replay (\S+\.json)/.exec(failed.said)?.[1] ?? "";
  const again = await simulate(tree, ["--replay", replay, "--workers", "1"]);
  rmSync(tree, { recursive: true });
  expect(failed.said).toContain("seed 0x1");
  expect(failed.code).toBe(1);
  expect(again.said).toContain("FAIR-6");
  expect(again.code).toBe(1);
});

// The command fails by itself on a broken rule, and on a pair of fault and step that was never met.
it(
  `INV-1 to INV-12, INV-6 hold through ${RACES} races with every fault, and come to rest afterwards`,
  { timeout: 30 * MINUTE_MS },
  async () => {
    const run = await simulate(here, ["--races", RACES, "--seed", "1", "--workers", "2"]);
    expect(run.said).toContain("0 lamports unexplained");
    expect(run.said).not.toContain("never met");
    expect(run.code).toBe(0);
  },
);
