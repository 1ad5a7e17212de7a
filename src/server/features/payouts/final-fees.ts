import type { Lamports } from "../../../domain/lamports.ts";
import { orUnavailable } from "../../foundation/chain/or-unavailable.ts";
import { inParallel } from "../../foundation/in-parallel.ts";
import type { Chain } from "../../foundation/ports.ts";
import { attemptFacts } from "./attempt-facts.ts";
import type { AttemptRow } from "./open-payments.ts";

/** An attempt that is final and succeeded. */
export interface PaidAttempt {
  readonly attempt: AttemptRow;
  /** Slot of the block that contains it. */
  readonly slot: bigint;
}

type FinalChain = Pick<Chain, "transaction">;

const PARALLEL_READS = 8;

/** Lamports by an attempt's signature; attempts that the node does not show at the moment are left out. */
type Fees = ReadonlyMap<string, Lamports>;

/** The fees charged for final attempts, each read from the chain. */
export async function readFees(chain: FinalChain, signatures: readonly string[]): Promise<Fees> {
  const fees = new Map<string, Lamports>();
  await inParallel(signatures, PARALLEL_READS, async (signature) => {
    const transaction = await orUnavailable(chain.transaction(signature));
    if (transaction) fees.set(signature, transaction.fee);
  });
  return fees;
}

/**
 * The fees charged for final payments (rule PAYOUTS-6). A fee follows from the bytes by a rule of the network, which
 * may change from some slot on for everything that lands later. So among payments whose bytes cost the same under the
 * known rule, only the oldest and the newest are read: if both cost that, so did those in between. Otherwise each is
 * read.
 */
export async function readFeesOfPaid(chain: FinalChain, paid: readonly PaidAttempt[]): Promise<Fees> {
  const fees = new Map<string, Lamports>();
  for (const [fee, alike] of byFeeOfBytes(paid)) {
    const inOrder = alike
      .toSorted((one, other) => Number(one.slot - other.slot))
      .map(({ attempt }) => attempt.signature);
    const ends = [...new Set([...inOrder.slice(0, 1), ...inOrder.slice(-1)])];
    const between = inOrder.slice(1, -1);
    const read = await readFees(chain, ends);
    const areByRule = ends.every((signature) => read.get(signature) === fee);
    const others = areByRule
      ? between.map((signature) => [signature, fee] as const)
      : await readFees(chain, between);
    for (const [signature, taken] of [...read, ...others]) fees.set(signature, taken);
  }
  return fees;
}

function byFeeOfBytes(final: readonly PaidAttempt[]): ReadonlyMap<Lamports, readonly PaidAttempt[]> {
  const groups = new Map<Lamports, PaidAttempt[]>();
  for (const one of final) {
    const { networkFee } = attemptFacts(one.attempt);
    const group = groups.get(networkFee);
    if (group) group.push(one);
    else groups.set(networkFee, [one]);
  }
  return groups;
}
