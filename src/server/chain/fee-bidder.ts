import { getTransactionEncoder } from "@solana/kit";
import { LRUCache } from "lru-cache";
import type { Lamports } from "../../domain/lamports.ts";
import type { Logger } from "../log.ts";
import { type Chain, ChainUnavailable, type Clock } from "../ports.ts";
import { composeTransaction } from "./compose-transaction.ts";
import { heldAnswers } from "./held-answers.ts";
import { MICRO_LAMPORTS, type PriorityBid } from "./priority-fee.ts";

/** How admins let the house bid. */
export interface FeePolicy {
  /** Of what recent blocks took, 0 to 100. */
  readonly percentile: number;
  /** The most that one transaction bids, in lamports. */
  readonly cap: Lamports;
}

interface Ports {
  readonly chain: Pick<Chain, "recentPriorityFees" | "simulatedUnits">;
  readonly clock: Clock;
  readonly log: Logger;
  readonly readPolicy: () => Promise<FeePolicy>;
}

interface Transaction {
  readonly source: string;
  /** The wallet of the house that it writes: one question serves all of them. */
  readonly houseWallet: string;
  /** Null for the memo alone. */
  readonly transfer: { readonly destination: string; readonly lamports: Lamports } | null;
  readonly memo: string;
  /** How often it was signed before without landing. */
  readonly signings: number;
}

/** What a transaction is to bid now; null for nothing, where blocks are not full. */
export type BidFor = (transaction: Transaction) => Promise<PriorityBid | null>;

/** Prices change from slot to slot; a transaction that was outbid is signed again with twice the bid. */
const HOLDS_MS = 30_000;
const MOST_SHAPES = 1_000;
/** Micro-lamports a unit: what a transaction bids at least that has been signed before. */
const LEAST_RAISED = 10_000n;
/** Beyond this the cap decides. */
const MOST_DOUBLINGS = 20;
/** Over what was simulated, for a memo or a balance may differ a little by then. */
const UNITS_MARGIN = 1.1;
/** Where nothing could be simulated: what the network grants one instruction of a program. */
const UNITS_UNKNOWN = 200_000;
/** As dear in units as any other bid. */
const FREE_BID: PriorityBid = { unitLimit: UNITS_UNKNOWN, unitPrice: 0n };
/** The node puts a blockhash of its own in its place. */
const NO_LIFETIME = { slot: 0n, blockhash: "1".repeat(32), lastValidBlockHeight: 0n };

/**
 * Bids for places in blocks (rule MONEY-34): a percentile of what recent blocks took at least, of those that wrote the same
 * wallet of the house or of all, whichever is more; twice as much with each new signing, and never more than the cap. The compute units are
 * those of a simulation. A node that does not tell keeps no payment back: it bids as if blocks were not full.
 */
export function feeBidder({ chain, clock, log, readPolicy }: Ports): BidFor {
  const policyHeld = heldAnswers<FeePolicy>(clock, HOLDS_MS);
  const feesHeld = heldAnswers<readonly bigint[]>(clock, HOLDS_MS);
  const failuresHeld = heldAnswers<number>(clock, HOLDS_MS);
  /** By what decides them: whether there is a transfer, and the length of the memo. */
  const units = new LRUCache<string, number>({ max: MOST_SHAPES });

  const recentFees = (accounts: readonly string[]): Promise<readonly bigint[]> =>
    feesHeld(accounts.join(" "), () => chain.recentPriorityFees(accounts));

  async function goingPrice(accounts: readonly string[], { percentile }: FeePolicy): Promise<bigint> {
    try {
      const [own, all] = await Promise.all([recentFees(accounts), recentFees([])]);
      const [ofOwn, ofAll] = [percentileOf(own, percentile), percentileOf(all, percentile)];
      return ofOwn > ofAll ? ofOwn : ofAll;
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      log.debug({ err: error }, "the chain node does not tell what blocks take");
      return 0n;
    }
  }

  async function unitLimit(transaction: Transaction): Promise<number> {
    const { transfer, memo, signings } = transaction;
    const shape = `${transfer === null ? "memo" : "transfer"} ${Buffer.byteLength(memo)}`;
    // One that is signed again may have landed with too few.
    return (
      (signings === 0 ? units.get(shape) : undefined) ??
      failuresHeld(shape, () => simulate(shape, transaction))
    );
  }

  async function simulate(shape: string, { source, transfer, memo }: Transaction): Promise<number> {
    const composed = composeTransaction({ source, transfer, memo, lifetime: NO_LIFETIME, bid: FREE_BID });
    try {
      const taken = await chain.simulatedUnits(new Uint8Array(getTransactionEncoder().encode(composed)));
      if (taken === null) return UNITS_UNKNOWN;
      const limit = Math.ceil(taken * UNITS_MARGIN);
      units.set(shape, limit);
      return limit;
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      log.debug({ err: error }, "the chain node does not simulate");
      return UNITS_UNKNOWN;
    }
  }

  return async (transaction) => {
    const { houseWallet, signings } = transaction;
    const policy = await policyHeld("", readPolicy);
    const going = await goingPrice([houseWallet], policy);
    const doublings = BigInt(Math.min(signings, MOST_DOUBLINGS));
    const wanted = (signings > 0 && going < LEAST_RAISED ? LEAST_RAISED : going) << doublings;
    if (wanted === 0n || policy.cap === 0n) return null;
    const limit = await unitLimit(transaction);
    const dearest = (policy.cap * MICRO_LAMPORTS) / BigInt(limit);
    const unitPrice = wanted < dearest ? wanted : dearest;
    return unitPrice === 0n ? null : { unitLimit: limit, unitPrice };
  };
}

/** The least of the values that so many in a hundred do not exceed; 0 of none. */
export function percentileOf(values: readonly bigint[], percentile: number): bigint {
  const ascending = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const place = Math.max(0, Math.ceil((ascending.length * percentile) / 100) - 1);
  return ascending[place] ?? 0n;
}
