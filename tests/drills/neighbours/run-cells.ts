import { setTimeout as pause } from "node:timers/promises";
import { until } from "../../support/until.ts";
import { assemble } from "../kill/enter.ts";
import { startPlaying } from "../kill/start-playing.ts";
import type { Promises } from "../kill/tally.ts";
import { judge } from "../kill/verdict.ts";
import { type Cell, nameOf, phases } from "./cells.ts";
import { type Neighbours, openNeighbours } from "./open-neighbours.ts";
import { type Seen, visit } from "./visitor.ts";

/** What came of one cell. */
export interface Outcome extends Cell, Seen {
  /** From the mending until both servers say that everything is ready. */
  readonly readySeconds: number;
  /** From the mending until a bet was acknowledged. */
  readonly betSeconds: number;
}

interface Run {
  readonly outcomes: readonly Outcome[];
  /** What should not be; the money of all cells is counted once, at the end. */
  readonly problems: readonly string[];
  readonly races: number;
  readonly acknowledgedBets: number;
  readonly paymentsOnChain: number;
  readonly unexplainedLamports: string;
}

interface Options {
  readonly seed: string;
  /** No further cell is begun after this time, in ms since the epoch. */
  readonly endAtMs: number;
  readonly say: (line: string) => void;
}

const PHASE_PATIENCE_MS = 240_000;
const BET_PATIENCE_MS = 240_000;

/** Breaks and mends one neighbour after the other while players are at work, and then counts what everybody holds. */
export async function runCells(cells: readonly Cell[], { seed, endAtMs, say }: Options): Promise<Run> {
  const site = await openNeighbours(seed);
  const problems: string[] = [];
  const outcomes: Outcome[] = [];
  try {
    const { admin, bettors, savers } = await assemble(site, { behindNode: true });
    const play = startPlaying({ admin, bettors, savers }, seed);
    const { promises } = play;
    for (const cell of cells) {
      if (Date.now() > endAtMs) break;
      try {
        const outcome = await runCell(site, cell, promises);
        outcomes.push(outcome);
        const { readySeconds, betSeconds, pageFailures, refused } = outcome;
        say(
          `${nameOf(cell)}: ready after ${readySeconds} s, a bet after ${betSeconds} s, ${JSON.stringify({ pageFailures, refused })}`,
        );
      } catch (error) {
        problems.push(`${nameOf(cell)}: ${String(error)}`);
        say(`PROBLEM ${problems.at(-1)}`);
        break;
      }
    }
    await site.ready();
    await play.end();
    const verdict = await judge(site, [...bettors, ...savers], promises);
    problems.push(
      ...verdict.lost.map((what) => `lost: ${what}`),
      ...verdict.doubled.map((what) => `paid twice: ${what}`),
      ...verdict.unended.map((what) => `not ended: ${what}`),
      ...verdict.otherProblems,
      ...site.ended(),
      ...outcomes.flatMap((one) => one.pageFailures.map((what) => `${nameOf(one)}: a page: ${what}`)),
    );
    return {
      outcomes,
      problems,
      races: verdict.races,
      acknowledgedBets: promises.bets.length,
      paymentsOnChain: verdict.paymentsOnChain,
      unexplainedLamports: String(verdict.unexplainedLamports),
    };
  } finally {
    if (problems.length > 0) say(`the servers' log is ${site.logFile}`);
    await site.close({ keepFiles: problems.length > 0 });
  }
}

async function runCell(site: Neighbours, cell: Cell, { bets }: Promises): Promise<Outcome> {
  const met = await site.moments.first(new Set([phases[cell.phase]]), PHASE_PATIENCE_MS);
  if (met === null) throw new Error(`no race came to ${cell.phase}`);
  const visitor = visit(site.url);
  await site.strike(cell.fault);
  await pause(cell.seconds * 1_000);
  await site.mend(cell.fault);
  const mendedMs = Date.now();
  const secondsSince = () => Math.round((Date.now() - mendedMs) / 100) / 10;
  const before = bets.length;
  const [readySeconds, betSeconds] = await Promise.all([
    site.ready().then(secondsSince),
    until("a bet", async () => bets.length > before, { patienceMs: BET_PATIENCE_MS }).then(secondsSince),
  ]);
  return { ...cell, ...(await visitor.stop()), readySeconds, betSeconds };
}
