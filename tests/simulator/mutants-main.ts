/**
 * Plants known mistakes, one at a time, in a copy of the sources and shows that the simulator catches each. The
 * unchanged sources play the same races first: a run that fails on them would prove nothing about a mistake.
 *
 *     npm run simulate:mutants
 *     npm run simulate:mutants -- --only streak,repeat
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openWorkerPool, seedAt } from "./worker-pool.ts";
import type { Mutant } from "./mutant.ts";
import { mutants } from "./mutants.ts";
import { findMisfits, plant } from "./plant.ts";

const { values: options } = parseArgs({
  options: {
    /** Parts of mutants' names, separated by commas. */
    only: { type: "string", default: "" },
    /** The position in the list to start from, counted from 0. */
    from: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: "2" },
    "races-a-seed": { type: "string", default: "25" },
    /** Seeds after which a mutant counts as missed. */
    seeds: { type: "string", default: "12" },
  },
});

interface Outcome {
  readonly name: string;
  readonly seed: string | null;
  readonly races: number;
  readonly violation: string | null;
}

const orders = Array.from({ length: Number(options.seeds) }, (_, index) => ({
  seed: seedAt(BigInt(options.seed), index),
  races: Number(options["races-a-seed"]),
}));

/** The violations that the unchanged sources produce. */
async function findViolations(): Promise<readonly string[]> {
  const pool = openWorkerPool(Number(options.workers));
  try {
    const reports = await Promise.all(orders.map((order) => pool.run(order)));
    return reports.flatMap(({ seed, violation }) => (violation === null ? [] : [`${seed}: ${violation}`]));
  } finally {
    pool.close();
  }
}

async function hunt(mutant: Mutant): Promise<Outcome> {
  const tree = plant(mutant);
  const pool = openWorkerPool(1, join(tree, "tests/simulator/worker.ts"));
  try {
    for (const order of orders) {
      const report = await pool.run(order);
      if (report.violation === null) continue;
      const violation = report.violation.split("\n")[0] ?? "";
      return { name: mutant.name, seed: report.seed, races: report.races + 1, violation };
    }
    return { name: mutant.name, seed: null, races: 0, violation: null };
  } finally {
    pool.close();
    rmSync(tree, { recursive: true, force: true });
  }
}

/** The rule that was found broken, or that it was the database that refused. */
const ruleOf = ({ violation }: Outcome): string =>
  /^[A-Z]+-\d+/.exec(violation ?? "")?.[0] ?? "a constraint of the database";

const wrong = mutants.flatMap(findMisfits);
if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
const violations = await findViolations();
if (violations.length > 0) {
  console.error(`The unchanged sources fail:\n${violations.join("\n")}`);
  process.exit(1);
}
console.log(`The unchanged sources played ${orders.length} seeds without a violation.`);
const wanted = options.only.split(",");
const queue = mutants
  .slice(Number(options.from))
  .filter(({ name }) => wanted.some((part) => name.includes(part)));
const outcomes: Outcome[] = [];
await Promise.all(
  Array.from({ length: Number(options.workers) }, async () => {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const outcome = await hunt(mutant);
      outcomes.push(outcome);
      const { name, seed, races, violation } = outcome;
      console.log(
        seed === null
          ? `MISSED  ${name}`
          : `caught  ${name} | ${seed} | ${races} | ${violation?.slice(0, 110)}`,
      );
    }
  }),
);
// Rows of the table in docs/planted-bugs.md, in the order of the list.
for (const { name } of mutants) {
  const outcome = outcomes.find((one) => one.name === name);
  if (outcome?.seed) console.log(`| ${name} | ${outcome.seed} | ${outcome.races} | ${ruleOf(outcome)} |`);
}
const missed = outcomes.filter(({ seed }) => seed === null);
console.log(`${outcomes.length - missed.length} of ${outcomes.length} planted bugs were caught`);
process.exit(missed.length === 0 ? 0 : 1);
