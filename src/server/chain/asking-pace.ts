import type { NodeNews } from "./node-news.ts";

/** How often a node is asked by the clock, in milliseconds between two questions of a kind (rule LIMITS-18). */
export interface AskingPace {
  /** The histories of the house's wallets. */
  readonly deposits: number;
  /** Whether counted deposits are final, and prepared bets expired. */
  readonly finality: number;
  /** Payments that nobody has seen land: they are sent again then. */
  readonly unconfirmed: number;
  /** Payments that landed and are not final. */
  readonly unfinal: number;
  /** Payments that cannot be signed or followed for now. */
  readonly stuck: number;
  /** Books and chain. */
  readonly comparison: number;
  /** After news: so long is waited for more, so that one question does for all. */
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

/** The one in this process tells of everything, and asking it costs no more than the database. */
const ofOwnChain: AskingPace = {
  deposits: 60_000,
  finality: 10_000,
  unconfirmed: 1_000,
  unfinal: 5_000,
  stuck: 1_000,
  comparison: 15_000,
  gather: 0,
};

/** News say when to ask; the clock finds what they have missed. */
const withNews: AskingPace = {
  deposits: 30_000,
  finality: 15_000,
  unconfirmed: 3_000,
  unfinal: 15_000,
  stuck: 5_000,
  comparison: 60_000,
  gather: 3_000,
};

/** The clock alone: within what public nodes allow, and soon enough that a player need not wonder. */
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
  /** On the embedded chain. */
  readonly isLocal: boolean;
}

export function askingPace({ news, isLocal }: PacePorts): AskingPace {
  if (isLocal) return news.isLive() ? ofOwnChain : ofEmbeddedChain;
  return news.isLive() ? withNews : byClock;
}

/** Whether something is due that was last done then; a clock that was set back makes it due. */
export const isDue = (nowMs: number, lastMs: number, everyMs: number): boolean =>
  nowMs - lastMs >= everyMs || nowMs < lastMs;
