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
import { betAlways, saveAndWithdraw, watchRace } from "./drill/bettors.ts";
import { type FaultKind, faultKinds, strike } from "./drill/faults.ts";
import { enter } from "./drill/enter.ts";
import { randomFrom } from "./drill/random.ts";
import type { Stage } from "./drill/stage.ts";
import { addSitting, type Counts, isClean, printCounts, type Promises } from "./drill/tally.ts";
import { judge } from "./drill/verdict.ts";

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
  if (options.database !== "embedded" && options.database !== "postgres")
    throw new Error("--database is embedded or postgres");
  const { database, seed } = options;
  const faults = readFaults();
  const startedAt = Date.now();
  console.log(`seed ${seed}, ${database}, ${faults.join(" and ")}`);
  const { stage, admin, bettors, savers } = await enter({ database, seed, faults });
  let isKept = true;
  try {
    const promises: Promises = { bets: [], withdrawals: [] };
    const end = new AbortController();
    const watch = watchRace(admin, end.signal);
    const play = (name: string) => ({
      promises,
      random: randomFrom(seed, name),
      race: watch.race,
      signal: end.signal,
    });
    const playing = [
      watch.watching,
      ...bettors.map((player, lane) => betAlways(player, lane, play(`bettor ${lane}`))),
      ...savers.map((player, at) => saveAndWithdraw(player, play(`saver ${at}`))),
    ];
    const done = await strikeOften(stage, faults, startedAt);
    await stage.ready();
    await quietRace(watch.race);
    end.abort();
    await Promise.all(playing);
    const verdict = await judge(stage, [...bettors, ...savers], promises);
    for (const problem of [...verdict.lost, ...verdict.doubled, ...verdict.unended, ...verdict.otherProblems])
      console.log(`PROBLEM ${problem}`);
    const counts: Counts = {
      cycles: Object.fromEntries(done),
      races: verdict.races,
      refundedRaces: verdict.refundedRaces,
      acknowledgedBets: promises.bets.length,
      acknowledgedWithdrawals: promises.withdrawals.length,
      paymentsOnChain: verdict.paymentsOnChain,
      lost: verdict.lost.length,
      doubled: verdict.doubled.length,
      unended: verdict.unended.length,
      unexplainedLamports: String(verdict.unexplainedLamports),
      otherProblems: verdict.otherProblems.length,
      endedByItself: stage.endings(),
      seconds: Math.round((Date.now() - startedAt) / 1000),
    };
    printCounts(`${database}, seed ${seed}`, counts);
    if (options.resume) printCounts("all sittings", addSitting(options.resume, counts));
    isKept = !isClean(counts);
  } finally {
    if (isKept) console.log(`seed ${seed}; the server's log is ${stage.logFile}`);
    await stage.close({ keepFiles: isKept });
  }
  // The chain's library keeps sockets to servers that are gone.
  process.exit(isKept ? 1 : 0);
}

async function strikeOften(stage: Stage, faults: [FaultKind, ...FaultKind[]], startedAt: number) {
  const random = randomFrom(options.seed, "faults");
  const done = new Map<string, number>();
  const endAt = startedAt + Number(options.minutes) * 60_000;
  for (let cycle = 1; cycle <= Number(options.cycles) && Date.now() < endAt; cycle++) {
    const what = await strike(random.pick(faults), { stage, random, done });
    console.log(`${Math.round((Date.now() - startedAt) / 1000)} s, cycle ${cycle}: ${what}`);
  }
  return done;
}

/** The race that is under way is played to its end in peace, so that none is left half full. */
async function quietRace(race: () => { readonly id: string; readonly status: string } | null) {
  const last = race()?.id;
  const endAt = Date.now() + 120_000;
  const isUnderWay = () =>
    race()?.id === last && race()?.status !== "completed" && race()?.status !== "refunded";
  while (isUnderWay() && Date.now() < endAt) await new Promise((resolve) => setTimeout(resolve, 200));
}

// The players' chain library leaves promises behind that fail when the server dies.
process.on("unhandledRejection", (reason) => {
  if (!(reason instanceof TypeError && reason.message === "fetch failed")) throw reason;
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
await main();
