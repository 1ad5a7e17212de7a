import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readHeader, readRecord } from "./history/record.ts";
import type { HistoryVectors } from "../../tests/support/history-vectors.ts";
import { betCommitment } from "./bet-commitment.ts";
import { betLeaf, hashWallet } from "./bet-leaf.ts";
import { finalNonce, firstAcceptedChunk, raceOutcome, seedHash } from "./fairness.ts";
import type { FairnessVectors } from "./fairness-vectors.ts";
import { lamports } from "./lamports.ts";
import { growLiabilityTree, hashAccount, liabilityLeaf, rootFromSums } from "./liability-tree.ts";
import { betMemo, liabilitiesMemo, lockMemo } from "./memo.ts";
import { growMerkleTree, rootFromPath } from "./merkle-tree.ts";
import { openSeedChain } from "./seed-chain.ts";
import { commitDifferences } from "./history/commitment.ts";
import { readEntry } from "./log/entry.ts";
import { settle } from "./settlement.ts";

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../docs/${name}.json`, import.meta.url), "utf8"));
const vectors = read("fairness-vectors") as FairnessVectors;
const history = read("history-vectors") as HistoryVectors;
const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest();

/** Places as FAIR-14 describes them, with Node's HMAC and none of the game's code. */
function placesByOtherMeans(serverSeed: string, message: string, winner: number): number[] {
  const stream: number[] = [];
  for (let block = 0; block < 4; block += 1) {
    const text = block === 0 ? message : `${message}|${block}`;
    stream.push(...createHmac("sha256", serverSeed).update(text, "utf8").digest());
  }
  const rest = [1, 2, 3, 4, 5, 6].filter((number) => number !== winner);
  for (const size of [5, 4, 3, 2]) {
    let byte = stream.shift()!;
    while (byte >= Math.floor(256 / size) * size) byte = stream.shift()!;
    const [picked] = rest.splice(byte % size, 1, rest[size - 1]!);
    rest[size - 1] = picked!;
  }
  return [winner, ...rest];
}

describe("docs/fairness-vectors.json", () => {
  it.each(vectors.outcomes)("FAIR-4 the game computes race $raceId as published", (vector) => {
    const text = finalNonce(vector.nonce, vector.blockhash);
    expect(text).toBe(vector.finalNonce);
    expect(seedHash(vector.serverSeed)).toBe(vector.seedHash);
    const { trace, winner, places, motionSeed } = raceOutcome(vector.serverSeed, vector.raceId, text);
    expect({ trace, places, motionSeed }).toEqual({
      trace: vector.trace,
      places: vector.places,
      motionSeed: vector.motionSeed,
    });
    expect(winner).toBe(vector.trace.winner);
  });

  it.each(vectors.outcomes)("INV-10 other means compute race $raceId as published", (vector) => {
    const { serverSeed, raceId, trace } = vector;
    expect(sha256(serverSeed).toString("hex")).toBe(vector.seedHash);
    const digest = sha256(`${serverSeed}:${raceId}:${vector.finalNonce}`);
    expect(digest.toString("hex")).toBe(trace.hash);
    const values = Array.from({ length: 8 }, (_, index) => digest.readUInt32BE(4 * index));
    const used = values.find((value) => value < 4_294_967_292)!;
    expect([values.indexOf(used), used, (used % 6) + 1]).toEqual([
      trace.chunkIndex,
      trace.usedValue,
      trace.winner,
    ]);
    const message = `${raceId}|${vector.finalNonce}`;
    expect(placesByOtherMeans(serverSeed, `places|${message}`, trace.winner)).toEqual(vector.places);
    const motion = createHmac("sha256", serverSeed).update(`motion|${message}`, "utf8").digest("hex");
    expect(motion.slice(0, 32)).toBe(vector.motionSeed);
  });

  it("FAIR-2 refused chunks are passed over as published", () => {
    for (const { chunks, chunkIndex } of vectors.chunkSelection) {
      expect(firstAcceptedChunk(chunks)).toBe(chunkIndex);
    }
    expect(vectors.chunkSelection.map(({ chunkIndex }) => chunkIndex)).toContain(null);
    expect(vectors.outcomes.filter(({ trace }) => trace.chunkIndex > 0)).toHaveLength(3);
  });

  it.each(vectors.betCommitments)("BET-13 the memo of a bet in $raceId is as published", (vector) => {
    const { raceId, horseNumber, salt, commitment, root, memo } = vector;
    const stake = lamports(BigInt(vector.lamports));
    expect(betCommitment({ raceId, horseNumber, stake, salt })).toBe(commitment);
    expect(sha256(`bet:${raceId}:${horseNumber}:${vector.lamports}:${salt}`).toString("hex")).toBe(
      commitment,
    );
    expect(betMemo(commitment, root)).toBe(memo);
    expect(memo).toBe(`furlong:bet ${commitment} ${root}`);
  });

  it.each(vectors.betLocks)(
    "FAIR-16 the lock of $raceId, its leaves and paths are as published",
    async (lock) => {
      const { raceId, root, memo, bets } = lock;
      const pool = bets.reduce((total, bet) => total + BigInt(bet.lamports), 0n);
      const leaves = bets.map(({ lamports: stake, ...bet }) =>
        betLeaf({ ...bet, walletHash: hashWallet(bet.wallet, bet.salt), stake: lamports(BigInt(stake)) }),
      );
      const tree = await growMerkleTree(leaves, () => Promise.resolve());
      expect([tree.root, String(pool)]).toEqual([root, lock.pool]);
      expect(lockMemo({ raceId, pool: lamports(pool), count: bets.length, root })).toBe(memo);
      expect(memo).toBe(`furlong:1:lock race=${raceId} pool=${lock.pool} bets=${bets.length} root=${root}`);
      for (const [index, bet] of bets.entries()) {
        const { id, wallet, salt, walletHash, horseNumber, leaf, path } = bet;
        expect(sha256(`wallet:${wallet}:${salt}`).toString("hex")).toBe(walletHash);
        const said = sha256(`\0${id}:${walletHash}:${horseNumber}:${bet.lamports}`).toString("hex");
        expect([leaves[index], leaf, tree.pathOf(index)]).toEqual([said, said, path]);
        expect(rootFromPath(leaf, { index, count: bets.length, path })).toBe(root);
      }
    },
  );

  it("OWED-2 the tree of what a house owes, its leaves and paths are as published", async () => {
    const { leaves, root, total, memo, at, slot, holdings } = vectors.liabilityTree;
    const nodes = leaves.map((one) => liabilityLeaf({ ...one, lamports: lamports(BigInt(one.lamports)) }));
    const tree = await growLiabilityTree(nodes, () => Promise.resolve());
    expect([tree.root.hash, String(tree.root.sum)]).toEqual([root, total]);
    const facts = { root, total: lamports(BigInt(total)), count: leaves.length, slot: BigInt(slot) };
    const said = { ...facts, at: new Date(at), holdings: lamports(BigInt(holdings)) };
    expect(liabilitiesMemo(said)).toBe(memo);
    expect(memo).toBe(
      `furlong:1:liabilities at=${at} root=${root} total=${total} count=3 slot=${slot} holdings=${holdings}`,
    );
    for (const [index, { account, salt, accountHash, path }] of leaves.entries()) {
      expect(hashAccount(account, salt)).toBe(accountHash);
      expect(sha256(`liability:${account}:${salt}`).toString("hex")).toBe(accountHash);
      const sums = path.map(({ hash, sum }) => ({ hash, sum: lamports(BigInt(sum)) }));
      expect(rootFromSums(nodes[index]!, { index, count: leaves.length, path: sums })).toEqual(tree.root);
    }
    // As the document describes it, with Node's SHA-256 and none of the game's code.
    const [first, second, third] = leaves.map(({ accountHash, lamports: owed }) => ({
      hash: sha256(`\0${accountHash}:${owed}`),
      sum: BigInt(owed),
    }));
    type Node = NonNullable<typeof first>;
    const bytesOf = ({ hash, sum }: Node) => [hash, Buffer.from(sum.toString(16).padStart(16, "0"), "hex")];
    const join = (left: Node, right: Node): Node => ({
      hash: sha256(Buffer.concat([Buffer.of(1), ...bytesOf(left), ...bytesOf(right)])),
      sum: left.sum + right.sum,
    });
    const top = join(join(first!, second!), third!);
    expect([top.hash.toString("hex"), String(top.sum)]).toEqual([root, total]);
  });

  it("FAIR-7 the seed chain is as published", () => {
    const { root, length, tip, seeds } = vectors.seedChain;
    const chain = openSeedChain(root, length);
    expect(chain.tip).toBe(tip);
    expect(seeds).toEqual(seeds.map((_, index) => chain.seedAt(index + 1)));
    for (const [index, seed] of seeds.entries()) {
      expect(sha256(seed).toString("hex")).toBe(index === 0 ? tip : seeds[index - 1]);
    }
  });
});

describe("docs/history-vectors.json", () => {
  const hex = (text: string) => sha256(text).toString("hex");

  it("EXPORT-5 every line of the day's file is one that the page's check reads", () => {
    const [first = "", ...lines] = history.dayFile.text.trimEnd().split("\n");
    expect([readHeader(first), ...lines.map(readRecord)].filter(({ ok }) => !ok)).toEqual([]);
  });

  it("FAIR-12 the entries say what their races show, and those of other races do not", () => {
    for (const { race: published, at, entry } of history.commits) {
      const read = readEntry(entry);
      if (read?.kind !== "commit") throw new Error(entry);
      expect(read.at.toISOString()).toBe(at);
      const race = { ...published, nonce: published.base_nonce };
      expect(commitDifferences(read, race)).toEqual([]);
      for (const other of history.commits.filter((one) => one.race !== published))
        expect(
          commitDifferences(read, { ...race, settings: other.race.settings }).map(({ expected }) =>
            expected.replace(/ .*/s, ""),
          ),
        ).toEqual(["settings", "jackpot"]);
    }
  });

  it("LOG-1 RULELOG-4 the public log has the published root at each size", () => {
    expect(history.ruleLog.map(({ row }) => row)).toEqual(history.ruleLog.map((_, index) => index + 1));
    // As RFC 6962 defines the tree.
    const treeHash = (entries: readonly string[]): Buffer => {
      const sha256 = (...parts: readonly (string | Buffer)[]) =>
        parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
      if (entries.length === 1) return sha256(Buffer.of(0), entries[0] ?? "");
      const left = 2 ** Math.floor(Math.log2(entries.length - 1));
      return sha256(Buffer.of(1), treeHash(entries.slice(0, left)), treeHash(entries.slice(left)));
    };
    for (const { row, hash } of history.ruleLog) {
      const entries = history.ruleLog.slice(0, row).map(({ entry }) => entry);
      expect(treeHash(entries).toString("hex")).toBe(hash);
    }
  });

  it.each(history.settlements)(
    "MONEY-4 MONEY-6 INV-4 a race that horse $winner won is settled as published",
    (vector) => {
      const { winner, houseEdgeBps, jackpot } = vector;
      const stakes = vector.bets.map(({ horseNumber, stake }, index) => ({
        betId: String(index),
        wallet: "",
        horseNumber,
        stake: lamports(BigInt(stake)),
      }));
      const { kind, bets } = settle({ stakes, winner, houseEdgeBps, jackpot: lamports(BigInt(jackpot)) });
      expect(kind).toBe(vector.kind);
      expect(bets.map(({ result, payout, refund }) => [result, String(payout + refund)])).toEqual(
        vector.bets.map(({ result, payout }) => [result, payout]),
      );
      // Nothing is lost or made up, and no winner gets a lamport more than the share.
      const paid = vector.bets.reduce((total, { payout }) => total + BigInt(payout), 0n);
      const [pool, fee, net] = [BigInt(vector.pool), BigInt(vector.fee), BigInt(vector.net)];
      expect(pool).toBe(vector.bets.reduce((total, { stake }) => total + BigInt(stake), 0n));
      const isPaid = vector.kind === "paid";
      const dueFee = isPaid ? (pool * BigInt(houseEdgeBps)) / 10_000n : 0n;
      expect([fee, net]).toEqual([dueFee, isPaid ? pool - fee + BigInt(jackpot) : 0n]);
      expect(paid + BigInt(vector.remainder)).toBe(isPaid ? net : pool);
      const winners = vector.bets.filter(({ horseNumber }) => horseNumber === winner);
      const won = winners.reduce((total, { stake }) => total + BigInt(stake), 0n);
      for (const { stake, payout } of winners) expect(BigInt(payout)).toBe((net * BigInt(stake)) / won);
    },
  );

  it("EXPORT-5 the day's file has the published hash, and each of its lines ends", () => {
    const { text, sha256: hash, records } = history.dayFile;
    expect([hex(text), text.split("\n").length, text.at(-1)]).toEqual([hash, records + 2, "\n"]);
  });

  it("FAIR-12 EXPORT-5 OWED-7 the texts on the chain are as published", () => {
    const of = (place: number, name: string) => String(history.memos[place]?.[name]);
    const root = Buffer.from(history.ruleLog.at(-1)!.hash, "hex").toString("base64");
    const texts = [
      `localhost/log/1f2e3d4c5b6a7988\n${history.ruleLog.length}\n${root}`,
      `furlong:1:result race=race-113 seed=${of(1, "serverSeed")} nonce=1234.abc places=3-1-6-2-5-4`,
      `furlong:1:refunded race=race-113 seed=${of(2, "serverSeed")}`,
      `furlong:1:seed-chain tip=${of(3, "tip")} length=5`,
      `furlong:1:export day=2026-11-24 records=2 sha256=${of(4, "sha256")}`,
      `furlong:1:holdings at=${of(5, "at")} root=${of(5, "root")} slot=123456 address=${of(5, "address")} lamports=9000000000`,
    ];
    expect(history.memos.map(({ text }) => text)).toEqual(texts);
  });
});
