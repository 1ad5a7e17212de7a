/**
 * Breaks each neighbour of two servers in each phase of a race and counts what was lost. With `--resume`, what was
 * clean is kept, and a later run goes on with the rest.
 *
 *     npx tsx tests/drills/neighbour-drill.ts --resume docs/neighbours.json --minutes 60 [--only "Redis hangs"]
 *
 * Players written independently of the product play behind the shipped proxy while a visitor loads pages. After up to
 * twelve faults everything has to settle: every acknowledged bet and withdrawal is in the books, everybody was paid
 * once, and every wallet holds what it should, to the lamport. A batch with anything else counts for nothing.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { allCells, nameOf, needsRoot } from "./neighbours/cells.ts";
import { type Outcome, runCells } from "./neighbours/run-cells.ts";

const CELLS_A_BATCH = 12;

const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now()) },
    resume: { type: "string" },
    minutes: { type: "string", default: "600" },
    /** Only cells whose name contains this. */
    only: { type: "string", default: "" },
  },
});

const read = (file: string | undefined): Outcome[] =>
  file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Outcome[]) : [];

async function main() {
  const endAtMs = Date.now() + Number(options.minutes) * 60_000;
  const done = read(options.resume);
  const isOpen = (name: string) => name.includes(options.only) && !done.some((one) => nameOf(one) === name);
  const cells = allCells.filter(
    (cell) => isOpen(nameOf(cell)) && (process.getuid?.() === 0 || !needsRoot(cell)),
  );
  let faults = 0;
  for (let batch = 0; batch * CELLS_A_BATCH < cells.length && Date.now() < endAtMs; batch += 1) {
    const { outcomes, problems, ...counts } = await runCells(
      cells.slice(batch * CELLS_A_BATCH, (batch + 1) * CELLS_A_BATCH),
      { seed: `${options.seed}/${batch}`, endAtMs, say: (line) => console.log(line) },
    );
    console.log(`batch ${batch + 1}: ${outcomes.length} cells, ${JSON.stringify(counts)}`);
    for (const problem of problems) console.log(`PROBLEM ${problem}`);
    faults += problems.length;
    if (problems.length === 0) done.push(...outcomes);
    if (options.resume !== undefined) writeFileSync(options.resume, `${JSON.stringify(done, null, 1)}\n`);
  }
  console.log(`${done.length} of ${allCells.length} cells are done`);
  // The chain's library holds sockets open to servers that are gone.
  process.exit(faults === 0 ? 0 : 1);
}

// The players' chain library leaves promises behind that reject when a server does not answer.
process.on("unhandledRejection", (reason) => {
  if (!(reason instanceof TypeError && reason.message === "fetch failed")) throw reason;
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
await main();
