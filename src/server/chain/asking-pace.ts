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
}

/** The embedded chain is asked in every round: it is in this process or next to it. */
const ofEmbeddedChain: AskingPace = {
  deposits: 0,
  finality: 0,
  unconfirmed: 0,
  unfinal: 0,
  stuck: 0,
  comparison: 0,
};

/** News say when to ask; the clock finds what they have missed. */
const withNews: AskingPace = {
  deposits: 30_000,
  finality: 15_000,
  unconfirmed: 3_000,
  unfinal: 15_000,
  stuck: 5_000,
  comparison: 60_000,
};

/** The clock alone: within what public nodes allow, and soon enough that a player need not wonder. */
const byClock: AskingPace = {
  deposits: 3_000,
  finality: 5_000,
  unconfirmed: 1_500,
  unfinal: 5_000,
  stuck: 5_000,
  comparison: 30_000,
};

export interface PacePorts {
  readonly news: NodeNews;
  /** On the embedded chain. */
  readonly isLocal: boolean;
}

export const askingPace = ({ news, isLocal }: PacePorts): AskingPace =>
  isLocal ? ofEmbeddedChain : news.isLive() ? withNews : byClock;

/** After news: so long is waited for more, so that one question does for all. */
export const GATHER_MS = 3_000;

/** Whether something is due that was last done then; a clock that was set back makes it due. */
export const isDue = (nowMs: number, lastMs: number, everyMs: number): boolean =>
  nowMs - lastMs >= everyMs || nowMs < lastMs;
