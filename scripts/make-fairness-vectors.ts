import { writeFileSync } from "node:fs";
import { format } from "node:util";
import { encodeBase58 } from "../src/domain/base58.ts";
import { betCommitment } from "../src/domain/bet-commitment.ts";
import { betLeaf, byId, hashWallet } from "../src/domain/bet-leaf.ts";
import type { FairnessVectors } from "../src/domain/fairness-vectors.ts";
import { finalNonce, firstAcceptedChunk, raceOutcome, seedHash, sha256Hex } from "../src/domain/fairness.ts";
import { lamports, sum } from "../src/domain/lamports.ts";
import {
  byAccountHash,
  growLiabilityTree,
  hashAccount,
  liabilityLeaf,
  liabilitySalt,
} from "../src/domain/liability-tree.ts";
import {
  betMemo,
  exportMemo,
  holdingsText,
  liabilitiesMemo,
  lockMemo,
  refundMemo,
  resultMemo,
  seedChainMemo,
} from "../src/domain/memo.ts";
import { growMerkleTree } from "../src/domain/merkle-tree.ts";
import { freezeRaceSettings, readStoredTerms, storeRaceSettings } from "../src/domain/race-settings.ts";
import { hexToBytes } from "@noble/hashes/utils.js";
import { checkpointLines } from "../src/domain/log/checkpoint.ts";
import { type EntryContent, writeEntry } from "../src/domain/log/entry.ts";
import { headOf } from "../src/domain/rule-log.ts";
import { logOpening } from "../tests/support/log-rows.ts";
import { openSeedChain } from "../src/domain/seed-chain.ts";
import { settingsFrom } from "../src/domain/settings.ts";
import { settle } from "../src/domain/settlement.ts";
import { utcDay } from "../src/domain/utc-day.ts";
import type { HistoryVectors } from "../tests/support/history-vectors.ts";

/**
 * Writes docs/fairness-vectors.json and docs/history-vectors.json, against which another implementation can check
 * itself. The tests check the files by other means than those that wrote them.
 *
 *     npx tsx scripts/make-fairness-vectors.ts && npx oxfmt docs
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
const signatureNumber = (number: number) =>
  encodeBase58(Uint8Array.from(Buffer.from(sha256Hex(format("signature %d", number)).repeat(2), "hex")));

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
  const root = Buffer.from(sha256Hex(format("root %d", index)), "hex").toString("base64");
  const terms = { raceId: `race-${index + 7}`, horseNumber: 2 * index + 1, salt: seedNumber(100 + index) };
  const commitment = betCommitment({ ...terms, stake: lamports(stake) });
  return { ...terms, lamports: String(stake), commitment, root, memo: betMemo(commitment, root) };
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
      bets: bets.map(({ stake, ...bet }, index) => ({
        ...bet,
        lamports: String(stake),
        leaf: betLeaf({ ...bet, stake }),
        path: pathOf(index),
      })),
    };
  }),
);

/** What a house owes in three accounts: the last one moves up without a neighbour. */
const secret = Uint8Array.from(Buffer.from(seedNumber(300), "hex"));
const owed = [`user:${blockhashNumber(7)}`, "pool:race-30", "payment:withdrawal-1"]
  .map((account, index) => {
    const salt = liabilitySalt(secret, account);
    const amount = lamports(1_234_567_890n * BigInt(index + 1));
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
  leaves: owed.map((one, index) => ({
    ...one,
    lamports: String(one.lamports),
    path: owedTree.pathOf(index).map(({ hash, sum: below }) => ({ hash, sum: String(below) })),
  })),
};

const root = sha256Hex("furlong seed chain vector");
const chain = openSeedChain(root, 5);

/** What races commit to: an ordinary one, and a special one of play money. */
const commits = [
  freezeRaceSettings(settingsFrom([]), { raceType: "sprint" }),
  freezeRaceSettings(settingsFrom([{ key: "testing_mode_enabled", value: "true" }]), {
    raceType: "classic",
    houseEdgeBps: 0,
    jackpot: lamports(1_000_000_000n),
    minBets: 2,
    countdownMs: 30_000,
  }),
].map((frozen, index) => {
  const number = 113 + index;
  const settings = storeRaceSettings(frozen);
  const race = {
    id: `race-${number}`,
    number,
    server_seed_hash: seedHash(seedNumber(400 + index)),
    base_nonce: String(1_234 + index),
    settings,
    horses: [1, 2, 3, 4, 5, 6].map((lane) => ({ number: lane, id: 10 + lane, name: `Horse ${lane}` })),
    lock_wallet: index === 0 ? blockhashNumber(8) : null,
  };
  const entry: EntryContent = {
    kind: "commit",
    race: race.id,
    number,
    seed_hash: race.server_seed_hash,
    base_nonce: race.base_nonce,
    settings: readStoredTerms(settings) ?? {},
    jackpot: frozen.jackpot,
    horses: race.horses,
    lock_wallet: race.lock_wallet,
  };
  const at = new Date(Date.UTC(2026, 10, 24, 0, 5 + index));
  return { race, at: at.toISOString(), entry: writeEntry(entry, at) };
});

/** Entries of a public log; one has a reason with letters that JSON does not escape. */
const log: readonly EntryContent[] = [
  logOpening({ house_edge: "2.5", network: "devnet" }),
  {
    kind: "rule",
    rule: "setting",
    key: "house_edge",
    from: "2.5",
    to: "3",
    reason: "höhere Kosten \u2013 ab März",
  },
  {
    kind: "rule",
    rule: "refund-race",
    race: "race-21",
    cause: "by_admin",
    settled: false,
    reason: null,
    lamports: lamports(123_456_789n),
  },
];
const logRows = [
  ...log.map((content, index) => writeEntry(content, new Date(Date.UTC(2026, 10, 24, 0, index)))),
  ...commits.map(({ entry }) => entry),
].map((entry, index) => ({ row: index + 1, entry }));
/** Each with the root of the log at its size. */
const ruleLog = logRows.map((row, index) => ({ ...row, hash: headOf(logRows.slice(0, index + 1)).hash }));
const head = headOf(logRows).hash;

interface RunRace {
  readonly winner: number;
  readonly houseEdgeBps: number;
  readonly jackpot: bigint;
  /** The horse and the stake of each. */
  readonly bets: readonly (readonly [number, bigint])[];
}

/** With a remainder, with a jackpot, with all of it for the house, and with nothing on the winner. */
const runRaces: readonly RunRace[] = [
  {
    winner: 3,
    houseEdgeBps: 250,
    jackpot: 0n,
    bets: [
      [3, 10_000_001n],
      [1, 70_000_000n],
      [3, 20_000_003n],
    ],
  },
  {
    winner: 6,
    houseEdgeBps: 0,
    jackpot: 1_000_000_007n,
    bets: [
      [6, 10_000_000n],
      [6, 10_000_000n],
      [6, 10_000_000n],
    ],
  },
  {
    winner: 2,
    houseEdgeBps: 10_000,
    jackpot: 0n,
    bets: [
      [2, 500_000_000n],
      [4, 500_000_000n],
    ],
  },
  {
    winner: 5,
    houseEdgeBps: 500,
    jackpot: 0n,
    bets: [
      [1, 10_000_000n],
      [2, 30_000_000n],
    ],
  },
];
const settlements = runRaces.map(({ winner, houseEdgeBps, jackpot, bets }) => {
  const stakes = bets.map(([horseNumber, stake], index) => ({
    betId: `b-${index + 1}`,
    wallet: "",
    horseNumber,
    stake: lamports(stake),
  }));
  const done = settle({ stakes, winner, houseEdgeBps, jackpot: lamports(jackpot) });
  const { fee, net, remainder } = done.kind === "paid" ? done : { fee: 0n, net: 0n, remainder: 0n };
  return {
    winner,
    houseEdgeBps,
    jackpot: String(jackpot),
    kind: done.kind,
    pool: String(done.pool),
    fee: String(fee),
    net: String(net),
    remainder: String(remainder),
    bets: done.bets.map((bet) => ({
      horseNumber: bet.horseNumber,
      stake: String(bet.stake),
      result: bet.result,
      payout: String(bet.payout + bet.refund),
    })),
  };
});

/** A day's file of the public export, with what is anchored of it. */
const dayLines = [
  {
    furlong: "export",
    version: 1,
    network: "devnet",
    day: "2026-11-24",
    previous: null,
    first: 1,
    records: 2,
  },
  {
    seq: 1,
    at: "2026-11-24T00:00:01.000Z",
    kind: "seed-chain",
    network: "devnet",
    tip: chain.tip,
    length: 5,
    anchor: signatureNumber(1),
  },
  { seq: 2, at: "2026-11-24T00:00:02.000Z", kind: "rule", ...logRows[0] },
];
const dayText = dayLines.map((line) => `${JSON.stringify(line)}\n`).join("");
const dayFile = { text: dayText, sha256: sha256Hex(dayText), day: "2026-11-24", records: 2 };

const ORIGIN = "localhost/log/1f2e3d4c5b6a7988";
const raceId = "race-113";
const serverSeed = seedNumber(400);
const at = owedFacts.at;
const address = blockhashNumber(9);
/** Every text that the house writes on the chain or signs, with what goes into it. */
const memos = [
  {
    of: "checkpoint",
    origin: ORIGIN,
    size: logRows.length,
    root: head,
    text: checkpointLines({ origin: ORIGIN, size: logRows.length, root: hexToBytes(head) }),
  },
  {
    of: "result",
    raceId,
    serverSeed,
    finalNonce: "1234.abc",
    places: [3, 1, 6, 2, 5, 4],
    text: resultMemo({ raceId, serverSeed, finalNonce: "1234.abc", places: [3, 1, 6, 2, 5, 4] }),
  },
  { of: "refund", raceId, serverSeed, text: refundMemo({ raceId, serverSeed }) },
  { of: "seed chain", tip: chain.tip, length: 5, text: seedChainMemo({ tip: chain.tip, length: 5 }) },
  {
    of: "day",
    day: dayFile.day,
    records: 2,
    sha256: dayFile.sha256,
    text: exportMemo({ day: utcDay(at.getTime()), records: 2, sha256: dayFile.sha256 }),
  },
  {
    of: "holdings",
    at: at.toISOString(),
    root: owedFacts.root,
    slot: 123_456,
    address,
    lamports: "9000000000",
    text: holdingsText({ at, root: owedFacts.root, slot: 123_456n, address, lamports: owedFacts.holdings }),
  },
];

const write = (name: string, vectors: object) =>
  writeFileSync(new URL(`../docs/${name}.json`, import.meta.url), `${JSON.stringify(vectors, null, 2)}\n`);

// What the page that verifies a race runs, in the file that works offline too: no more than that belongs here.
write("fairness-vectors", {
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
} satisfies FairnessVectors & { readonly about: string });
write("history-vectors", {
  about:
    "Test vectors of the rules EXPORT-5, FAIR-12, MONEY-4, MONEY-6, OWED-7 and RULELOG-4 in rules.md, for whoever checks all of history.",
  commits,
  ruleLog,
  settlements,
  dayFile,
  memos,
} satisfies HistoryVectors & { readonly about: string });
