import type { NodeNews } from "./node-news.ts";

/** How often a node is polled by the clock: milliseconds between two calls of a kind (rule LIMITS-18). */
export interface AskingPace {
  /** The histories of the house's wallets. */
  readonly deposits: number;
  /** Whether prepared bets have expired. */
  readonly expiry: number;
  /** Payments that are on their way: they are sent again then. */
  readonly sent: number;
  /** Payments that cannot be signed or followed for now. */
  readonly stuck: number;
  /** The comparison of books and chain. */
  readonly comparison: number;
}

/** The embedded chain in another process is asked in every round. */
const ofEmbeddedChain: AskingPace = {
  deposits: 0,
  expiry: 0,
  sent: 0,
  stuck: 0,
  comparison: 0,
};

/** The embedded chain in this process reports everything, and asking it costs no more than the database. */
const ofOwnChain: AskingPace = {
  deposits: 60_000,
  expiry: 10_000,
  sent: 1_000,
  stuck: 1_000,
  comparison: 15_000,
};

/** Notifications say when to ask; the clock finds what they have missed. */
const withNews: AskingPace = {
  deposits: 30_000,
  expiry: 15_000,
  sent: 3_000,
  stuck: 5_000,
  comparison: 60_000,
};

/** By the clock only: within what public nodes allow, and soon enough that a player does not wonder. */
const byClock: AskingPace = {
  deposits: 3_000,
  expiry: 5_000,
  sent: 1_500,
  stuck: 5_000,
  comparison: 30_000,
};

export interface PacePorts {
  readonly news: NodeNews;
  /** Whether this is the embedded chain. */
  readonly isLocal: boolean;
}

export function askingPace({ news, isLocal }: PacePorts): AskingPace {
  if (isLocal) return news.isLive() ? ofOwnChain : ofEmbeddedChain;
  return news.isLive() ? withNews : byClock;
}

/** Whether something last done at `lastMs` is due again; a clock that was set back makes it due. */
export const isDue = (nowMs: number, lastMs: number, everyMs: number): boolean =>
  nowMs - lastMs >= everyMs || nowMs < lastMs;
