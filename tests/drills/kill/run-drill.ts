import type { Player } from "../../support/player.ts";
import type { OpenRace } from "./bettors.ts";
import { enter } from "./enter.ts";
import { type FaultKind, strike } from "./faults.ts";
import { randomFrom } from "./random.ts";
import type { Fixture } from "./fixture.ts";
import { startPlaying } from "./start-playing.ts";
import { type Counts, isClean } from "./tally.ts";
import { judge, type Verdict } from "./verdict.ts";

export interface DrillOptions {
  readonly database: "embedded" | "postgres";
  readonly seed: string;
  readonly faults: readonly [FaultKind, ...FaultKind[]];
  readonly cycles: number;
  /** No further cycle is started after this. */
  readonly minutes: number;
  /** Kill points to wait for, one after the other, instead of those that the seed would choose. */
  readonly plan?: readonly string[];
  /** A validator on this machine, in place of the embedded chain. */
  readonly validatorUrl?: string;
  /** What happens while players play, before or in place of the cycles. */
  readonly meanwhile?: (playing: Playing) => Promise<void>;
  /** Looks at what is public once everything has settled; returns problems. */
  readonly examine?: (fixture: Fixture, verdict: Verdict) => Promise<readonly string[]>;
  readonly say: (line: string) => void;
}

export interface Playing {
  readonly fixture: Fixture;
  readonly admin: Player;
  readonly bettors: readonly Player[];
  readonly race: () => OpenRace | null;
}

export interface DrillResult {
  readonly counts: Counts;
  readonly problems: readonly string[];
}

/** One batch: players play while the product is broken again and again, and then everything is counted. */
export async function runDrill(options: DrillOptions): Promise<DrillResult> {
  const startedAt = Date.now();
  const { fixture, admin, bettors, savers } = await enter(options);
  let isKept = true;
  try {
    const play = startPlaying({ admin, bettors, savers }, options.seed);
    const { promises } = play;
    await options.meanwhile?.({ fixture, admin, bettors, race: play.race });
    const done = await strikeOften(fixture, options, startedAt);
    await fixture.ready();
    await play.end();
    const verdict = await judge(fixture, [...bettors, ...savers], promises);
    const examined = (await options.examine?.(fixture, verdict)) ?? [];
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
      otherProblems: verdict.otherProblems.length + examined.length,
      endedByItself: fixture.endings(),
      seconds: Math.round((Date.now() - startedAt) / 1000),
    };
    isKept = !isClean(counts);
    const { lost, doubled, unended, otherProblems } = verdict;
    const problems = [...lost, ...doubled, ...unended, ...otherProblems, ...examined];
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
