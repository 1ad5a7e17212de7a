import published from "../../../../../docs/fairness-vectors.json?raw";
import { betCommitment } from "../../../../domain/bet-commitment.ts";
import { betLeaf, hashWallet } from "../../../../domain/bet-leaf.ts";
import {
  finalNonce,
  firstAcceptedChunk,
  raceOutcome,
  seedHash,
  sha256Hex,
} from "../../../../domain/fairness.ts";
import { lamports } from "../../../../domain/lamports.ts";
import { hashAccount, liabilityLeaf, rootFromSums } from "../../../../domain/liability-tree.ts";
import { rootFromPath } from "../../../../domain/merkle-tree.ts";
import type { FairnessVectors } from "../../../../domain/fairness-vectors.ts";

/** One published vector, and whether this module computes the same. */
export interface VectorResult {
  readonly kind: "outcome" | "chunks" | "chain" | "bet" | "lock" | "owed";
  /** The race's id for an outcome, a bet or a lock; otherwise empty. */
  readonly raceId: string;
  readonly passed: boolean;
}

/** Runs the published test vectors through the module that this page verifies with (rules FAIR-4 and FAIR-33). */
export function runVectors(text: string = published): readonly VectorResult[] {
  const { outcomes, betCommitments, betLocks, liabilityTree, chunkSelection, seedChain } = JSON.parse(
    text,
  ) as FairnessVectors;
  return [
    ...outcomes.map((vector) => ({
      kind: "outcome" as const,
      raceId: vector.raceId,
      passed: passes(vector),
    })),
    ...betCommitments.map(({ lamports: stake, commitment, ...bet }) => ({
      kind: "bet" as const,
      raceId: bet.raceId,
      passed: betCommitment({ ...bet, stake: lamports(BigInt(stake)) }) === commitment,
    })),
    ...betLocks.map((lock) => ({ kind: "lock" as const, raceId: lock.raceId, passed: passesLock(lock) })),
    { kind: "owed", raceId: "", passed: passesTree(liabilityTree) },
    ...chunkSelection.map(({ chunks, chunkIndex }) => ({
      kind: "chunks" as const,
      raceId: "",
      passed: firstAcceptedChunk(chunks) === chunkIndex,
    })),
    ...seedChain.seeds.map((seed, at) => ({
      kind: "chain" as const,
      raceId: "",
      passed: sha256Hex(seed) === (seedChain.seeds[at - 1] ?? seedChain.tip),
    })),
  ];
}

function passes(vector: FairnessVectors["outcomes"][number]): boolean {
  const nonce = finalNonce(vector.nonce, vector.blockhash);
  const { trace, places, motionSeed } = raceOutcome(vector.serverSeed, vector.raceId, nonce);
  const computed = [nonce, seedHash(vector.serverSeed), trace, places, motionSeed];
  const expected = [vector.finalNonce, vector.seedHash, vector.trace, vector.places, vector.motionSeed];
  return computed.every((value, at) => isSame(value, expected[at]));
}

/** Whether every bet's leaf leads to the root by its path. */
const passesLock = ({ root, bets }: FairnessVectors["betLocks"][number]): boolean =>
  bets.every(({ lamports: stake, path, leaf, ...bet }, index) => {
    const computed = betLeaf({
      ...bet,
      walletHash: hashWallet(bet.wallet, bet.salt),
      stake: lamports(BigInt(stake)),
    });
    return computed === leaf && rootFromPath(leaf, { index, count: bets.length, path }) === root;
  });

/** Whether every account's leaf leads to root and total by its path. */
const passesTree = ({ root, total, leaves }: FairnessVectors["liabilityTree"]): boolean =>
  leaves.every(({ account, salt, lamports: owed, path }, index) => {
    const node = liabilityLeaf({
      accountHash: hashAccount(account, salt),
      lamports: lamports(BigInt(owed)),
    });
    const sums = path.map(({ hash, sum }) => ({ hash, sum: lamports(BigInt(sum)) }));
    const found = rootFromSums(node, { index, count: leaves.length, path: sums });
    return found?.hash === root && String(found.sum) === total;
  });

/** Whether two values are the same JSON, whatever the order of the keys. */
const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
