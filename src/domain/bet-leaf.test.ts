import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { betLeaf, byId, hashWallet, type LockedBet } from "./bet-leaf.ts";
import { lamports } from "./lamports.ts";

const salt = "5a".repeat(32);
const bet: LockedBet = {
  id: "b-1",
  walletHash: hashWallet("Wallet111", salt),
  horseNumber: 3,
  stake: lamports(100_000_000n),
};
const sha256 = (text: string) => createHash("sha256").update(text, "latin1").digest("hex");

it("FAIR-16 a leaf is the hash of id, wallet hash, horse and lamports, behind a byte 0", () => {
  expect(bet.walletHash).toBe(sha256(`wallet:Wallet111:${salt}`));
  expect(betLeaf(bet)).toBe(sha256(`\0b-1:${bet.walletHash}:3:100000000`));
});

it.each<[string, Partial<LockedBet>]>([
  ["id", { id: "b-2" }],
  ["wallet", { walletHash: hashWallet("Wallet112", salt) }],
  ["salt", { walletHash: hashWallet("Wallet111", "5b".repeat(32)) }],
  ["horse", { horseNumber: 4 }],
  ["stake", { stake: lamports(100_000_001n) }],
])("FAIR-16 a bet with another %s is another leaf", (_, changed) => {
  expect(betLeaf({ ...bet, ...changed })).not.toBe(betLeaf(bet));
});

it("FAIR-16 leaves stand in the order of their ids, byte by byte", () => {
  const ids = ["b-b", "b-10", "b-a", "b-1"].map((id) => ({ id }));
  expect(ids.toSorted(byId).map(({ id }) => id)).toEqual(["b-1", "b-10", "b-a", "b-b"]);
});
