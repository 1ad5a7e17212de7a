import * as z from "zod/mini";
import { refundMemo, resultMemo, seedChainMemo } from "../../../../domain/memo.ts";
import type { VerifiedRace } from "./check-race.ts";
import { compare, firstOf, type Finding } from "./finding.ts";
import { memoChecks, unnamedMemo, type MemoCheck } from "./named-memos.ts";
import { compareAnchor } from "./read-anchor.ts";
import {
  absent,
  answerOf,
  type AskNode,
  compareWith,
  memoOf,
  missing,
  StrangeAnswer,
} from "./node-answers.ts";

/** The checks that the browser itself reads from the chain, in the order in which they are shown (rule FAIR-32). */
export const chainChecks = ["node", "chainAnchor", "commitment", "lock", "beaconBlock", "result"] as const;
export type ChainCheck = (typeof chainChecks)[number];

/** Makes one of the chain checks of a race. `genesisHash` is the chain's according to the server, null if unknown. */
export async function readChain(
  check: ChainCheck,
  race: VerifiedRace,
  { ask, genesisHash }: { readonly ask: AskNode; readonly genesisHash: string | null },
): Promise<Finding> {
  const unnamed = isMemoCheck(check) ? unnamedMemo(check, race) : null;
  if (unnamed !== null) return unnamed;
  try {
    switch (check) {
      case "node":
        return genesisHash === null ? absent : await compareGenesis(ask, genesisHash);
      case "chainAnchor":
        return await compareMemo(ask, race.seed_chain.anchor, seedChainMemo(race.seed_chain));
      case "commitment":
        return await compareCommitment(ask, race);
      case "lock":
        return await (await import("./read-lock.ts")).compareRaceLock(ask, race);
      case "beaconBlock":
        return await compareBeacon(ask, race);
      case "result":
        return await compareResult(ask, race);
    }
  } catch (error) {
    return { state: "unread", why: error instanceof Error ? error.message : String(error) };
  }
}

const isMemoCheck = (check: ChainCheck): check is MemoCheck => memoChecks.some((name) => name === check);

const slots = z.array(z.int());
const block = z.nullable(z.object({ blockhash: z.string(), parentSlot: z.int() }));
const hash = z.string();

const compareGenesis = async (ask: AskNode, genesisHash: string): Promise<Finding> =>
  compare(genesisHash, await answerOf(ask, hash, "getGenesisHash"));

async function compareMemo(ask: AskNode, signature: string | null, said: string): Promise<Finding> {
  if (signature === null) return absent;
  return compareWith(said, await memoOf(ask, signature));
}

/**
 * Checks that the notary wrote the checkpoint that covers the race's `commit` entry: no sooner than the end of its seed
 * chain was published, before the slot whose block decides was announced, and before each payment for a bet (rules FAIR-7
 * and FAIR-12).
 */
async function compareCommitment(ask: AskNode, race: VerifiedRace): Promise<Finding> {
  const { commit } = race.anchors;
  if (commit === null) return absent;
  const announced = race.beacon?.announcedSlot ?? null;
  const anchored = await compareAnchor(ask, commit, [announced, await firstPaidSlot(ask, race)]);
  const chainEnd = race.seed_chain.anchor && (await memoOf(ask, race.seed_chain.anchor));
  return !chainEnd || chainEnd.slot <= commit.slot
    ? anchored
    : firstOf([anchored, compare(`slot ≥ ${chainEnd.slot}`, `slot ${commit.slot}`)]);
}

const statuses = z.object({ value: z.array(z.nullable(z.object({ slot: z.int() }))) });
/** As many as a node takes at a time. */
const STATUSES_AT_A_TIME = 256;

/** The slot of the first payment for a bet of the race that the node shows; null without one. */
async function firstPaidSlot(ask: AskNode, { settlement }: VerifiedRace): Promise<number | null> {
  const paid = (settlement?.bets ?? []).flatMap(({ signature }) => (signature === null ? [] : [signature]));
  let first: number | null = null;
  for (let from = 0; from < paid.length; from += STATUSES_AT_A_TIME) {
    const some = paid.slice(from, from + STATUSES_AT_A_TIME);
    const options = { searchTransactionHistory: true };
    const { value } = await answerOf(ask, statuses, "getSignatureStatuses", some, options);
    for (const status of value) if (status !== null) first = Math.min(first ?? status.slot, status.slot);
  }
  return first;
}

/**
 * Checks the memo after the race, which tells the seed: not before the slot whose block decides or, where none was
 * announced because the race is sealed, before its bets were locked (rules FAIR-12 and INV-10).
 */
async function compareResult(ask: AskNode, race: VerifiedRace): Promise<Finding> {
  const { result, lock } = race.anchors;
  if (result === null) return absent;
  const memo = await memoOf(ask, result);
  const said = compareWith(resultOf(race), memo);
  if (memo === null || race.places === null) return said;
  const sealedAt = race.beacon === null && lock !== null ? (await memoOf(ask, lock))?.slot : null;
  const soonest = race.beacon?.announcedSlot ?? BigInt(sealedAt ?? 0);
  const isLate = BigInt(memo.slot) >= soonest;
  return firstOf([said, isLate ? { state: "checked" } : compare(`slot ≥ ${soonest}`, `slot ${memo.slot}`)]);
}

/** The memo after a race: for one that was refunded before it was run, only the seed. */
const resultOf = ({
  id,
  server_seed: serverSeed,
  nonce,
  winning_horse: winner,
  places,
}: VerifiedRace): string =>
  winner === null || places === null
    ? refundMemo({ raceId: id, serverSeed })
    : resultMemo({ raceId: id, serverSeed, finalNonce: nonce, places });

/** Checks that the first block from the announced slot on is the named one, and has the named hash (rule FAIR-10). */
async function compareBeacon(ask: AskNode, { beacon, entropy }: VerifiedRace): Promise<Finding> {
  if (entropy !== "beacon" || beacon === null || beacon.slot === null) return absent;
  const from = Number(beacon.announcedSlot);
  const [first] = await answerOf(ask, slots, "getBlocksWithLimit", from, 1, { commitment: "finalized" });
  if (first === undefined) return missing;
  const found = await answerOf(ask, block, "getBlock", first, {
    commitment: "finalized",
    transactionDetails: "none",
    rewards: false,
    maxSupportedTransactionVersion: 1,
  });
  if (found === null) return missing;
  // Its parent must be before the announced slot, otherwise the node left a block out.
  if (found.parentSlot >= from) throw new StrangeAnswer(`getBlock ${first}: parentSlot?`);
  return compare(`${beacon.slot}: ${beacon.blockhash}`, `${first}: ${found.blockhash}`);
}
