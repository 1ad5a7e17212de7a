import { writeFileSync } from "node:fs";
import { format } from "node:util";
import { encodeBase58 } from "../src/domain/base58.ts";
import { betCommitment } from "../src/domain/bet-commitment.ts";
import { betLeaf, byId, hashWallet } from "../src/domain/bet-leaf.ts";
import { finalNonce, firstAcceptedChunk, raceOutcome, seedHash, sha256Hex } from "../src/domain/fairness.ts";
import { lamports, sum } from "../src/domain/lamports.ts";
import {
  byAccountHash,
  growLiabilityTree,
  hashAccount,
  liabilityLeaf,
  liabilitySalt,
} from "../src/domain/liability-tree.ts";
import { betMemo, liabilitiesMemo, lockMemo } from "../src/domain/memo.ts";
import { growMerkleTree } from "../src/domain/merkle-tree.ts";
import { openSeedChain } from "../src/domain/seed-chain.ts";

/**
 * Writes docs/fairness-vectors.json, against which another implementation can check itself. The tests check the file by
 * other means than those that wrote it. Format it with `npx oxfmt` afterwards.
 */

interface Inputs {
  readonly serverSeed: string;
  readonly raceId: string;
  readonly nonce: string;
  readonly blockhash: string | null;
}

const seedNumber = (number: number) => sha256Hex(format("furlong fairness vector %d", number));
const blockhashNumber = (number: number) =>
  encodeBase58(Uint8Array.from(Buffer.from(sha256Hex(format("block %d", number)), "hex")));

const ordinary = Array.from({ length: 24 }, (_, index): Inputs => ({
  serverSeed: seedNumber(index),
  raceId: `r-${index + 1}`,
  nonce: String(1000 + index),
  // One in three is a sealed race, which does not depend on a block.
  blockhash: index % 3 === 2 ? null : blockhashNumber(index),
}));

const edges: readonly Inputs[] = [
  { serverSeed: "0".repeat(64), raceId: "1", nonce: "0", blockhash: null },
  {
    serverSeed: "f".repeat(64),
    raceId: "a-long-race-id-2026-01-01",
    nonce: "0".repeat(32),
    blockhash: "1".repeat(32),
  },
];

/** Found by search: the first chunk of the hash is rejected. This happens for one hash in 2^30. */
const refusals = ["2694840236", "3315842470", "4114615036"].map((nonce): Inputs => ({
  serverSeed: sha256Hex("furlong fairness vectors"),
  raceId: "race-1",
  nonce,
  blockhash: null,
}));

const outcomes = [...ordinary, ...edges, ...refusals].map((inputs) => {
  const text = finalNonce(inputs.nonce, inputs.blockhash);
  const { trace, places, motionSeed } = raceOutcome(inputs.serverSeed, inputs.raceId, text);
  return { ...inputs, seedHash: seedHash(inputs.serverSeed), finalNonce: text, trace, places, motionSeed };
});

const chunkSelection = [
  ["fffffffb", "00000000"],
  ["fffffffc", "00000000"],
  ["fffffffd", "fffffffe", "ffffffff", "00000005"],
  ["ffffffff", "ffffffff", "ffffffff", "ffffffff", "ffffffff", "ffffffff", "ffffffff", "fffffffb"],
  ["fffffffc", "fffffffd", "fffffffe", "ffffffff", "fffffffc", "fffffffd", "fffffffe", "ffffffff"],
].map((chunks) => ({ chunks, chunkIndex: firstAcceptedChunk(chunks) }));

const betCommitments = [10_000_000n, 123_456_789n, 10_000_000_000n].map((stake, index) => {
  const betId = `b-${sha256Hex(format("bet %d", index)).slice(0, 24)}`;
  const terms = { raceId: `race-${index + 7}`, horseNumber: 2 * index + 1, salt: seedNumber(100 + index) };
  const commitment = betCommitment({ ...terms, stake: lamports(stake) });
  return { ...terms, lamports: String(stake), commitment, betId, memo: betMemo(betId, commitment) };
});

/** Trees with no bets, with one, and with an even and an odd number. */
const betLocks = await Promise.all(
  [0, 1, 2, 5].map(async (count, index) => {
    const bets = Array.from({ length: count }, (_, place) => {
      const salt = seedNumber(200 + 10 * index + place);
      const wallet = encodeBase58(Uint8Array.from(Buffer.from(sha256Hex(format("wallet %d", place)), "hex")));
      const stake = lamports(BigInt(10_000_000 * (place + 1) + index));
      const id = `b-${sha256Hex(format("locked bet %d %d", index, place)).slice(0, 24)}`;
      return { id, wallet, salt, walletHash: hashWallet(wallet, salt), horseNumber: (place % 6) + 1, stake };
    }).toSorted(byId);
    const { root, pathOf } = await growMerkleTree(bets.map(betLeaf), () => Promise.resolve());
    const raceId = `race-${index + 20}`;
    const pool = sum(bets.map(({ stake }) => stake));
    return {
      raceId,
      pool: String(pool),
      root,
      memo: lockMemo({ raceId, pool, count, root }),
      bets: bets.map(({ stake, ...bet }, place) => ({
        ...bet,
        lamports: String(stake),
        leaf: betLeaf({ ...bet, stake }),
        path: pathOf(place),
      })),
    };
  }),
);

/** What a house owes in three accounts: the last one moves up without a neighbour. */
const secret = Uint8Array.from(Buffer.from(seedNumber(300), "hex"));
const owed = [`user:${blockhashNumber(7)}`, "pool:race-30", "payment:withdrawal-1"]
  .map((account, place) => {
    const salt = liabilitySalt(secret, account);
    const amount = lamports(1_234_567_890n * BigInt(place + 1));
    return { account, salt, accountHash: hashAccount(account, salt), lamports: amount };
  })
  .toSorted(byAccountHash);
const owedTree = await growLiabilityTree(owed.map(liabilityLeaf), () => Promise.resolve());
const owedFacts = {
  at: new Date(Date.UTC(2026, 10, 24, 0, 0, 5)),
  root: owedTree.root.hash,
  total: owedTree.root.sum,
  count: owed.length,
  slot: 123_456n,
  holdings: lamports(9_000_000_000n),
};
const liabilityTree = {
  at: owedFacts.at.toISOString(),
  root: owedFacts.root,
  total: String(owedFacts.total),
  slot: Number(owedFacts.slot),
  holdings: String(owedFacts.holdings),
  memo: liabilitiesMemo(owedFacts),
  leaves: owed.map((one, place) => ({
    ...one,
    lamports: String(one.lamports),
    path: owedTree.pathOf(place).map(({ hash, sum: below }) => ({ hash, sum: String(below) })),
  })),
};

const root = sha256Hex("furlong seed chain vector");
const chain = openSeedChain(root, 5);

writeFileSync(
  new URL("../docs/fairness-vectors.json", import.meta.url),
  `${JSON.stringify(
    {
      about:
        "Test vectors of the rules FAIR-1 to FAIR-16, BET-13 and OWED-2 in rules.md. chunkIndex null: all chunks are refused and the text is hashed again with a counter.",
      outcomes,
      betCommitments,
      betLocks,
      liabilityTree,
      chunkSelection,
      seedChain: {
        root,
        length: chain.length,
        tip: chain.tip,
        seeds: [1, 2, 3, 4, 5].map((index) => chain.seedAt(index)),
      },
    },
    null,
    2,
  )}\n`,
);
