import type { NodeNews } from "./node-news.ts";

/** How often a node is polled by the clock: milliseconds between two calls of a kind (rule LIMITS-18). */
export interface AskingPace {
  /** The histories of the house's wallets. */
  readonly deposits: number;
  /** Whether counted deposits are final, and prepared bets expired. */
  readonly finality: number;
  /** Payments that have not been seen to land: they are sent again then. */
  readonly unconfirmed: number;
  /** Payments that landed and are not final. */
  readonly unfinal: number;
  /** Payments that cannot be signed or followed for now. */
  readonly stuck: number;
  /** The comparison of books and chain. */
  readonly comparison: number;
  /** How long to wait after a notification, so that one call covers several. */
  readonly gather: number;
}

/** The embedded chain in another process is asked in every round. */
const ofEmbeddedChain: AskingPace = {
  deposits: 0,
  finality: 0,
  unconfirmed: 0,
  unfinal: 0,
  stuck: 0,
  comparison: 0,
  gather: 0,
};

/** The embedded chain in this process reports everything, and asking it costs no more than the database. */
const ofOwnChain: AskingPace = {
  deposits: 60_000,
  finality: 10_000,
  unconfirmed: 1_000,
  unfinal: 5_000,
  stuck: 1_000,
  comparison: 15_000,
  gather: 0,
};

/** Notifications say when to ask; the clock finds what they have missed. */
const withNews: AskingPace = {
  deposits: 30_000,
  finality: 15_000,
  unconfirmed: 3_000,
  unfinal: 15_000,
  stuck: 5_000,
  comparison: 60_000,
  gather: 3_000,
};

/** By the clock only: within what public nodes allow, and soon enough that a player does not wonder. */
const byClock: AskingPace = {
  deposits: 3_000,
  finality: 5_000,
  unconfirmed: 1_500,
  unfinal: 5_000,
  stuck: 5_000,
  comparison: 30_000,
  gather: 3_000,
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
