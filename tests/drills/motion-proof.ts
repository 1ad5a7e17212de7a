/**
 * Checks thousands of races through the code that draws them: order at the line, no backward step, no sliding hoof, the
 * same picture for two clients and in a replay. Prints what it counted; exits with 1 if anything was wrong.
 *
 *     npx tsx tests/drills/motion-proof.ts --races 10000 --seed 1 --workers 2
 *
 * `--races` is for each duration: 8, 12 and 15 s. Race i of a seed is always the same race.
 */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { raceOutcome } from "../../src/domain/fairness.ts";
import { MAX_SLIDE, noFindings, proveRace, type Findings } from "./motion/prove-race.ts";

const durationsMs = [8000, 12_000, 15_000] as const;
const CHUNK = 50;

interface Task {
  readonly seed: string;
  readonly durationMs: number;
  readonly from: number;
  readonly to: number;
}

/** Derives the motion seed and the places from a server seed with the product's own code. */
function proveRaces({ seed, durationMs, from, to }: Task): Findings {
  const findings = noFindings();
  for (let index = from; index < to; index += 1) {
    const serverSeed = createHash("sha256").update(`${seed}:${durationMs}:${index}`).digest("hex");
    const { motionSeed, places } = raceOutcome(serverSeed, `proof-${index}`, String(index));
    proveRace({ motionSeed, durationMs, places }, findings);
  }
  return findings;
}

function add(sum: Findings, part: Findings): void {
  for (const key of Object.keys(part) as (keyof Findings)[])
    sum[key] = key === "worstSlide" ? Math.max(sum[key], part[key]) : sum[key] + part[key];
}

/** Every worker takes the next task as soon as it has finished one. */
async function shareOut(tasks: Task[], workers: number, done: (task: Task, part: Findings) => void) {
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const child = fork(fileURLToPath(import.meta.url));
      const failed = new Promise<never>((_, reject) => {
        child.once("exit", (code) => reject(new Error(`A worker ended with ${code}.`)));
      });
      for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
        const answer = new Promise<Findings>((resolve) => {
          child.once("message", (part) => resolve(part as Findings));
        });
        child.send(task);
        done(task, await Promise.race([answer, failed]));
      }
      failed.catch(() => undefined);
      child.disconnect();
    }),
  );
}

function report(name: string, found: Findings): boolean {
  const faults =
    found.wrongOrders + found.backwardSteps + found.slides + found.clientsApart + found.replaysApart;
  console.log(`\n${name}: ${found.races} races`);
  console.log(`  order at the line     ${found.races - found.wrongOrders} right, ${found.wrongOrders} wrong`);
  console.log(`  steps of a horse      ${found.steps}, ${found.backwardSteps} backwards`);
  console.log(
    `  footfalls             ${found.footfalls}, ${found.slides} slid ${MAX_SLIDE * 100} % of a body length or more; worst ${(found.worstSlide * 100).toFixed(3)} %`,
  );
  console.log(
    `  pictures compared     ${found.pictures}, ${found.clientsApart} differ between clients, ${found.replaysApart} between live and replay`,
  );
  return faults === 0 && found.races > 0 && found.footfalls > 0 && found.pictures > 0;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      races: { type: "string", default: "10000" },
      seed: { type: "string", default: "1" },
      workers: { type: "string", default: "2" },
    },
  });
  const races = Number(values.races);
  const tasks = durationsMs.flatMap((durationMs) =>
    Array.from({ length: Math.ceil(races / CHUNK) }, (_, chunk): Task => {
      const from = chunk * CHUNK;
      return { seed: values.seed, durationMs, from, to: Math.min(races, from + CHUNK) };
    }),
  );
  const sums = new Map(durationsMs.map((durationMs) => [durationMs as number, noFindings()]));
  const total = noFindings();
  const startedAt = performance.now();
  await shareOut(tasks, Number(values.workers), ({ durationMs }, part) => {
    add(sums.get(durationMs) ?? noFindings(), part);
    add(total, part);
    if (total.races % 1000 === 0) console.log(`${total.races} races, ${tasks.length} tasks to go`);
  });
  const verdicts = [...sums].map(([durationMs, found]) => report(`${durationMs / 1000} s`, found));
  console.log(
    `\n${total.races} races in ${Math.round((performance.now() - startedAt) / 1000)} s, seed ${values.seed}`,
  );
  process.exitCode = verdicts.every(Boolean) ? 0 : 1;
}

if (process.send === undefined) await main();
else process.on("message", (task: Task) => process.send?.(proveRaces(task)));
