/**
 * Breaks the running product at the worst moments and counts what was lost, in batches of up to 40 cycles, each over
 * new data. With `--resume` the batches of several runs add up until there are as many cycles as requested.
 *
 *     npx tsx tests/drills/kill-drill.ts --cycles 200 --database embedded --seed 1 [--faults kill,disk-full] [--resume file]
 *
 * Players written independently of the product bet, save and withdraw through the published API, race after race.
 * Meanwhile, cycle after cycle, the server dies by SIGKILL, its Postgres is restarted, its disk fills up or its Solana
 * node fails; each time it continues over the same data. Afterwards every acknowledged bet and withdrawal must be in
 * the books, every race must have ended with the winner that its seed gives, everybody must have been paid exactly
 * once, and every wallet must hold what it should, to the lamport.
 */
import { parseArgs } from "node:util";
import { type FaultKind, faultKinds } from "./kill/faults.ts";
import { type DrillOptions, runDrill } from "./kill/run-drill.ts";
import {
  countCycles,
  type Counts,
  isClean,
  none,
  printCounts,
  readBatches,
  together,
  writeBatches,
} from "./kill/tally.ts";

/** Few enough that an aborted run loses little, and enough to be worth the time that each batch takes to settle. */
const CYCLES_A_BATCH = 40;

const { values: options } = parseArgs({
  options: {
    cycles: { type: "string", default: "10" },
    database: { type: "string", default: "embedded" },
    seed: { type: "string", default: String(Date.now()) },
    faults: { type: "string", default: "kill" },
    resume: { type: "string" },
    minutes: { type: "string", default: "600" },
  },
});

function readFaults(): [FaultKind, ...FaultKind[]] {
  const [first, ...rest] = options.faults.split(",");
  const known = (kind: string | undefined): FaultKind => {
    const found = faultKinds.find((one) => one === kind);
    if (!found) throw new Error(`--faults knows ${faultKinds.join(", ")}`);
    return found;
  };
  return [known(first), ...rest.map(known)];
}

async function main() {
  const { database, seed, cycles, minutes, resume } = options;
  if (database !== "embedded" && database !== "postgres")
    throw new Error("--database is embedded or postgres");
  const faults = readFaults();
  const endAt = Date.now() + Number(minutes) * 60_000;
  let all = resume ? readBatches(resume) : none;
  while (countCycles(all) < Number(cycles) && Date.now() < endAt) {
    const batch = await runBatch({
      database,
      seed: `${seed}/${all.batches + 1}`,
      faults,
      cycles: Math.min(CYCLES_A_BATCH, Number(cycles) - countCycles(all)),
      minutes: (endAt - Date.now()) / 60_000,
      say: (line) => console.log(line),
    });
    all = together(all, batch);
    if (resume) writeBatches(resume, all);
    printCounts(`${all.batches} batches`, all);
  }
  // The chain's library holds sockets open to servers that are gone.
  process.exit(isClean(all) ? 0 : 1);
}

/** A batch that aborts gives no verdict; its cycles do not count, but the abort itself is counted. */
async function runBatch(options: DrillOptions): Promise<Counts> {
  console.log(`\n${options.database}, seed ${options.seed}, ${options.faults.join(" and ")}`);
  try {
    const { counts, problems } = await runDrill(options);
    for (const problem of problems) console.log(`PROBLEM ${problem}`);
    return counts;
  } catch (error) {
    console.log("PROBLEM no verdict:", error);
    return { ...none, batches: 1, withoutVerdict: 1 };
  }
}

// The players' chain library leaves promises behind that reject when the server dies.
process.on("unhandledRejection", (reason) => {
  if (!(reason instanceof TypeError && reason.message === "fetch failed")) throw reason;
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
await main();
