/**
 * Breaks the running product at the worst moments and counts what was lost.
 *
 *     npm run prove:kill -- --cycles 200 --database embedded --seed 1 [--faults kill,disk-full] [--resume file]
 *
 * Players of another make than the product bet, save and withdraw through the published wire, race after race.
 * Meanwhile, cycle after cycle, the server dies by SIGKILL, its Postgres is restarted, its disk fills up or its
 * Solana node fails; each time it goes on over the same data. Afterwards every acknowledged bet and withdrawal
 * must be in the books, every race must have ended with the winner that its seed gives, everybody must have been
 * paid exactly once, and every wallet must hold what it should to the lamport.
 */
import { parseArgs } from "node:util";
import { type FaultKind, faultKinds } from "./drill/faults.ts";
import { runDrill } from "./drill/run-drill.ts";
import { addSitting, isClean, printCounts } from "./drill/tally.ts";

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
  const title = `${database}, seed ${seed}, ${faults.join(" and ")}`;
  console.log(title);
  const { counts, problems } = await runDrill({
    database,
    seed,
    faults,
    cycles: Number(cycles),
    minutes: Number(minutes),
    say: (line) => console.log(line),
  });
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  printCounts(title, counts);
  if (resume) printCounts("all sittings", addSitting(resume, counts));
  // The chain's library keeps sockets to servers that are gone.
  process.exit(isClean(counts) ? 0 : 1);
}

// The players' chain library leaves promises behind that fail when the server dies.
process.on("unhandledRejection", (reason) => {
  if (!(reason instanceof TypeError && reason.message === "fetch failed")) throw reason;
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
await main();
