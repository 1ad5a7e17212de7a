import { expect, it } from "vitest";
import { betCommitment } from "../../../../domain/bet-commitment.ts";
import { betLeaf, hashWallet } from "../../../../domain/bet-leaf.ts";
import { lamports } from "../../../../domain/lamports.ts";
import { betMemo, lockMemo } from "../../../../domain/memo.ts";
import { growMerkleTree, hashLeaf } from "../../../../domain/merkle-tree.ts";
import type { AskNode } from "../verifier/node-answers.ts";
import { type BetProof, checkOwnBet, checkProof, type KnownBet } from "./check-own-bet.ts";

const salt = "5a".repeat(32);
const stake = lamports(100_000_000n);
const known: KnownBet = {
  wallet: "Wallet1",
  bet: { id: "b-1", race_id: "race-7", horse_number: 3, bet_amount: stake },
};
const leaf = betLeaf({ id: "b-1", walletHash: hashWallet("Wallet1", salt), horseNumber: 3, stake });
const tree = await growMerkleTree([hashLeaf("b-0"), leaf, hashLeaf("b-2")], () => Promise.resolve());
const proof: BetProof = {
  bet_id: "b-1",
  horse_number: 3,
  stake,
  salt,
  index: 1,
  path: tree.pathOf(1),
  betsRoot: tree.root,
  count: 3,
  pool: lamports(300_000_000n),
  lock: "lock",
  commit: "commit",
  payment: "payment",
};
const memos: Readonly<Record<string, string>> = {
  commit: "furlong:1:commit race=race-7",
  lock: lockMemo({ raceId: "race-7", pool: proof.pool, count: 3, root: tree.root }),
  payment: betMemo("b-1", betCommitment({ raceId: "race-7", horseNumber: 3, stake, salt })),
};

const nodeOf =
  (changed: Readonly<Record<string, string>> = {}): AskNode =>
  async (method, params) => {
    if (method === "getSignaturesForAddress")
      return [{ signature: "commit", slot: 1, err: null, memo: null }];
    const memo = { ...memos, ...changed }[String(params[0])];
    const instructions = [{ programId: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", parsed: memo }];
    return {
      slot: params[0] === "commit" ? 1 : 9,
      meta: { err: null },
      transaction: { message: { accountKeys: [{ pubkey: "House" }], instructions } },
    };
  };

it("FAIR-16 BET-13 the own bet is found as it was placed, on the chain too", async () => {
  expect(checkProof(proof, known)).toEqual({ state: "checked" });
  expect(await checkOwnBet(nodeOf(), proof, known)).toEqual({ state: "checked" });
  // A bet from the balance has no payment to look at.
  expect(await checkOwnBet(nodeOf({ payment: "" }), { ...proof, payment: null }, known)).toEqual({
    state: "checked",
  });
});

it.each<[string, Partial<BetProof>]>([
  ["a path of another bet", { path: tree.pathOf(0), index: 0 }],
  ["another root", { betsRoot: "0".repeat(64) }],
  ["another salt", { salt: "5b".repeat(32) }],
])("FAIR-16 a proof with %s does not hold", (_, changed) => {
  expect(checkProof({ ...proof, ...changed }, known)).toMatchObject({ state: "differs" });
});

it("FAIR-16 what the server says of horse and stake makes no difference: the leaf is made of what the player bet", () => {
  const onAnother = { ...known, bet: { ...known.bet, horse_number: 4 } };
  expect(checkProof({ ...proof, horse_number: 4 }, onAnother)).toMatchObject({ state: "differs" });
  expect(checkProof({ ...proof, horse_number: 6 }, known)).toEqual({ state: "checked" });
});

it("FAIR-16 BET-13 a memo on the chain that says something else differs, and a node that fails proves nothing", async () => {
  const otherLock = lockMemo({ raceId: "race-7", pool: proof.pool, count: 3, root: "0".repeat(64) });
  expect(await checkOwnBet(nodeOf({ lock: otherLock }), proof, known)).toMatchObject({ state: "differs" });
  const otherBet = betMemo("b-1", "0".repeat(64));
  expect(await checkOwnBet(nodeOf({ payment: otherBet }), proof, known)).toMatchObject({ state: "differs" });
  const fail: AskNode = () => Promise.reject(new Error("no route"));
  expect(await checkOwnBet(fail, proof, known)).toEqual({ state: "unread", why: "no route" });
});
