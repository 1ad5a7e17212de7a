import { getTransactionEncoder } from "@solana/kit";
import { LRUCache } from "lru-cache";
import type { Lamports } from "../../../domain/lamports.ts";
import type { Logger } from "../log.ts";
import { type Chain, ChainUnavailable, type Clock } from "../ports.ts";
import { composeTransaction } from "./compose-transaction.ts";
import { cachedAnswers } from "./cached-answers.ts";
import { asHouse } from "./caller.ts";
import { MICRO_LAMPORTS, type PriorityBid, UNITS_UNASKED } from "./priority-fee.ts";

/** How admins let the house bid. */
export interface FeePolicy {
  /** Percentile of what recent blocks charged, 0 to 100. */
  readonly percentile: number;
  /** The maximum bid of one transaction, in lamports. */
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
  /** The house wallet that it writes to: one call serves all transactions of a wallet. */
  readonly houseWallet: string;
  /** Null for only a memo. */
  readonly transfer: { readonly destination: string; readonly lamports: Lamports } | null;
  readonly memo: string;
  /** How many times it was signed before without landing. */
  readonly signings: number;
}

/** What a transaction should bid now; null for no bid, when blocks are not full. */
export type BidFor = (transaction: Transaction) => Promise<PriorityBid | null>;

/** Prices change from slot to slot; a transaction that was outbid is signed again with twice the bid. */
const HOLDS_MS = 30_000;
const MAX_SHAPES = 1_000;
/** Micro-lamports per unit: the minimum bid of a transaction that has been signed before. */
const MIN_RAISED = 10_000n;
/** Beyond this the cap decides. */
const MAX_DOUBLINGS = 20;
/** Added to the simulated units, because a memo or a balance may differ a little by then. */
const UNITS_MARGIN = 1.1;
/** A bid of zero for simulations: its instructions take as many units as those of any other bid. */
const FREE_BID: PriorityBid = { unitLimit: UNITS_UNASKED, unitPrice: 0n };
/** The node substitutes a blockhash of its own. */
const NO_LIFETIME = { slot: 0n, blockhash: "1".repeat(32), lastValidBlockHeight: 0n };

/**
 * Bids for places in blocks (rule MONEY-34). The bid is a percentile of the lowest prices in recent blocks, either of
 * those that wrote the same house wallet or of all blocks, whichever is higher; it doubles each time the transaction is
 * signed again, and never exceeds the cap. The compute units come from a simulation. A node that reports no prices
 * holds no payment back: the bid is then as if blocks were not full. Prices and units serve the house too, so they are
 * asked for on its behalf (rule LIMITS-41).
 */
export function feeBidder({ chain, clock, log, readPolicy }: Ports): BidFor {
  const cachedPolicy = cachedAnswers<FeePolicy>(clock, HOLDS_MS);
  const cachedFees = cachedAnswers<readonly bigint[]>(clock, HOLDS_MS);
  const cachedFailures = cachedAnswers<number>(clock, HOLDS_MS);
  /** Units by what determines them: whether there is a transfer, and the length of the memo. */
  const units = new LRUCache<string, number>({ max: MAX_SHAPES });

  const recentFees = (accounts: readonly string[]): Promise<readonly bigint[]> =>
    cachedFees(accounts.join(" "), () => asHouse(() => chain.recentPriorityFees(accounts)));

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
    // A transaction that is signed again may have landed with too few units.
    return (
      (signings === 0 ? units.get(shape) : undefined) ??
      cachedFailures(shape, () => asHouse(() => simulate(shape, transaction)))
    );
  }

  async function simulate(shape: string, { source, transfer, memo }: Transaction): Promise<number> {
    const composed = composeTransaction({ source, transfer, memo, lifetime: NO_LIFETIME, bid: FREE_BID });
    try {
      const taken = await chain.simulatedUnits(new Uint8Array(getTransactionEncoder().encode(composed)));
      if (taken === null) return UNITS_UNASKED;
      const limit = Math.ceil(taken * UNITS_MARGIN);
      units.set(shape, limit);
      return limit;
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      log.debug({ err: error }, "the chain node does not simulate");
      return UNITS_UNASKED;
    }
  }

  return async (transaction) => {
    const { houseWallet, signings } = transaction;
    const policy = await cachedPolicy("", readPolicy);
    const going = await goingPrice([houseWallet], policy);
    const doublings = BigInt(Math.min(signings, MAX_DOUBLINGS));
    const price = (signings > 0 && going < MIN_RAISED ? MIN_RAISED : going) << doublings;
    if (price === 0n || policy.cap === 0n) return null;
    const limit = await unitLimit(transaction);
    const dearest = (policy.cap * MICRO_LAMPORTS) / BigInt(limit);
    const unitPrice = price < dearest ? price : dearest;
    return unitPrice === 0n ? null : { unitLimit: limit, unitPrice };
  };
}

/** The smallest of the values that is not exceeded by the given percentage of them; 0 if there are none. */
export function percentileOf(values: readonly bigint[], percentile: number): bigint {
  const ascending = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const place = Math.max(0, Math.ceil((ascending.length * percentile) / 100) - 1);
  return ascending[place] ?? 0n;
}
