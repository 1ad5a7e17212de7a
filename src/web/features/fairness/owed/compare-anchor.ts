import * as z from "zod/mini";
import { type SignedLamports, signedLamports } from "../../../../domain/lamports.ts";
import { liabilitiesMemo } from "../../../../domain/memo.ts";
import { compare, firstOf, type Finding } from "../verifier/finding.ts";
import { answerOf, type AskNode, compareWith, memoOf, missing } from "../verifier/node-answers.ts";

/** How far the clocks of the house and of the network may be apart; a slot of another day shows other holdings. */
const MAX_CLOCK_DIFFERENCE_MS = 3_600_000;

/** What is published about a tree whose memo is on the chain. */
export interface AnchoredTree {
  readonly at: Date;
  readonly root: string;
  readonly total: SignedLamports;
  readonly count: number;
  readonly slot: bigint;
  readonly holdings: readonly {
    readonly kind: string;
    readonly address: string;
    readonly lamports: SignedLamports;
  }[];
}

/** What all wallets of the house hold in total. */
export const heldOf = ({ holdings }: Pick<AnchoredTree, "holdings">): SignedLamports =>
  signedLamports(holdings.reduce((total, { lamports: balance }) => total + balance, 0n));

/**
 * Checks that a tree is on the chain as it was published, in a memo of a hot wallet of the house, since anybody else
 * could have written it, and that the holdings are of a slot of that time (rule OWED-6).
 *
 * @throws if the node does not answer as Solana does.
 */
export async function compareAnchor(ask: AskNode, tree: AnchoredTree, anchor: string): Promise<Finding> {
  const memo = await memoOf(ask, anchor);
  if (memo === null) return missing;
  const wallets = new Set(tree.holdings.map(({ address }) => address));
  const hot = tree.holdings.filter(({ kind }) => kind === "hot").map(({ address }) => address);
  return firstOf([
    // A wallet that is listed twice holds its money once.
    compare(`${tree.holdings.length}`, `${wallets.size}`),
    compareWith(liabilitiesMemo({ ...tree, holdings: heldOf(tree) }), memo),
    hot.includes(memo.payer) ? { state: "checked" } : compare(hot.join(" "), memo.payer),
    await compareSlotTime(ask, tree),
  ]);
}

async function compareSlotTime(ask: AskNode, { slot, at }: AnchoredTree): Promise<Finding> {
  const seconds = await answerOf(ask, z.nullable(z.int()), "getBlockTime", Number(slot));
  if (seconds === null) return missing;
  const madeAt = new Date(seconds * 1000);
  const isOfThatTime = Math.abs(madeAt.getTime() - at.getTime()) <= MAX_CLOCK_DIFFERENCE_MS;
  return isOfThatTime ? { state: "checked" } : compare(at.toISOString(), madeAt.toISOString());
}
