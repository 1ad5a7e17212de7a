import { betAlways, saveAndWithdraw, watchRace } from "./bettors.ts";
import { enter } from "./enter.ts";
import { type FaultKind, strike } from "./faults.ts";
import { randomFrom } from "./random.ts";
import type { Fixture } from "./fixture.ts";
import { type Counts, isClean, type Promises } from "./tally.ts";
import { judge } from "./verdict.ts";

export interface DrillOptions {
  readonly database: "embedded" | "postgres";
  readonly seed: string;
  readonly faults: readonly [FaultKind, ...FaultKind[]];
  readonly cycles: number;
  /** No further cycle is started after this. */
  readonly minutes: number;
  /** Kill points to wait for, one after the other, instead of those that the seed would choose. */
  readonly plan?: readonly string[];
  readonly say: (line: string) => void;
}

export interface DrillResult {
  readonly counts: Counts;
  readonly problems: readonly string[];
}

const LAST_RACE_PATIENCE_MS = 120_000;

/** One batch: players play while the product is broken again and again, and then everything is counted. */
export async function runDrill(options: DrillOptions): Promise<DrillResult> {
  const startedAt = Date.now();
  const { fixture, admin, bettors, savers } = await enter(options);
  let isKept = true;
  try {
    const promises: Promises = { bets: [], withdrawals: [] };
    const end = new AbortController();
    const watch = watchRace(admin, end.signal);
    const play = (name: string) => ({
      promises,
      random: randomFrom(options.seed, name),
      race: watch.race,
      signal: end.signal,
    });
    const playing = [
      watch.watching,
      ...bettors.map((player, lane) => betAlways(player, lane, play(`bettor ${lane}`))),
      ...savers.map((player, at) => saveAndWithdraw(player, play(`saver ${at}`))),
    ];
    const done = await strikeOften(fixture, options, startedAt);
    await fixture.ready();
    await quietRace(watch.race);
    end.abort();
    await Promise.all(playing);
    const verdict = await judge(fixture, [...bettors, ...savers], promises);
    const counts: Counts = {
      batches: 1,
      withoutVerdict: 0,
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
      endedByItself: fixture.endings(),
      seconds: Math.round((Date.now() - startedAt) / 1000),
    };
    isKept = !isClean(counts);
    const problems = [...verdict.lost, ...verdict.doubled, ...verdict.unended, ...verdict.otherProblems];
    return { counts, problems };
  } finally {
    if (isKept) options.say(`seed ${options.seed}; the server's log is ${fixture.logFile}`);
    await fixture.close({ keepFiles: isKept });
  }
}

async function strikeOften(fixture: Fixture, options: DrillOptions, startedAt: number) {
  const { seed, faults, cycles, minutes, plan, say } = options;
  const random = randomFrom(seed, "faults");
  const done = new Map<string, number>();
  const endAt = startedAt + minutes * 60_000;
  for (let cycle = 1; cycle <= cycles && Date.now() < endAt; cycle++) {
    const wanted = plan?.[cycle - 1];
    const what = await strike(random.pick(faults), { fixture, random, done, ...(wanted && { wanted }) });
    say(`${Math.round((Date.now() - startedAt) / 1000)} s, cycle ${cycle}: ${what}`);
  }
  return done;
}

/** The race in progress is played to its end without faults, so that none is left half full. */
async function quietRace(race: () => { readonly id: string; readonly status: string } | null) {
  const last = race()?.id;
  const endAt = Date.now() + LAST_RACE_PATIENCE_MS;
  const isUnderWay = () =>
    race()?.id === last && race()?.status !== "completed" && race()?.status !== "refunded";
  while (isUnderWay() && Date.now() < endAt) await new Promise((resolve) => setTimeout(resolve, 200));
}
