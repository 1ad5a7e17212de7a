import { compare, firstOf, type Finding } from "./finding.ts";
import { type AskNode, compareWith, memoOf, missing } from "./node-answers.ts";

/** The memo that anchored the `commit` entry of a race first, as it was published. */
export interface PublishedAnchor {
  readonly checkpoint: string;
  readonly notary: string;
  readonly signature: string;
  readonly slot: bigint;
}

/**
 * Reads that memo, and checks that the notary wrote the checkpoint, in the named slot and before others: that of the
 * beacon, those of payments for bets (rule FAIR-12).
 *
 * @param before slots that have to be later; null for one that there is not.
 */
export async function compareAnchor(
  ask: AskNode,
  { checkpoint, notary, signature, slot }: PublishedAnchor,
  before: readonly (number | bigint | null)[],
): Promise<Finding> {
  const memo = await memoOf(ask, signature);
  if (memo === null) return missing;
  return firstOf([
    compareWith(checkpoint, memo),
    compare(`${notary}, slot ${slot}`, `${memo.payer}, slot ${memo.slot}`),
    ...before
      .filter((later) => later !== null && later <= memo.slot)
      .map((later) => compare(`slot < ${later}`, `slot ${memo.slot}`)),
  ]);
}
