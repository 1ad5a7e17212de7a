import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { betCommitment, type CommittedBet } from "./bet-commitment.ts";
import { lamports } from "./lamports.ts";

const bet: CommittedBet = {
  raceId: "race-7",
  horseNumber: 3,
  stake: lamports(100_000_000n),
  salt: "5a".repeat(32),
};

it("BET-13 the commitment is the SHA-256 of race, horse, lamports and salt", () => {
  const text = `bet:race-7:3:100000000:${bet.salt}`;
  expect(betCommitment(bet)).toBe(createHash("sha256").update(text).digest("hex"));
});

it.each<[string, Partial<CommittedBet>]>([
  ["race", { raceId: "race-8" }],
  ["horse", { horseNumber: 4 }],
  ["stake", { stake: lamports(100_000_001n) }],
  ["salt", { salt: "5b".repeat(32) }],
])("BET-13 a bet with another %s has another commitment", (_, changed) => {
  expect(betCommitment({ ...bet, ...changed })).not.toBe(betCommitment(bet));
});
