import { words } from "../words/words.ts";

/** How a winner is found, and how anyone can check it. */
export const fairnessWords = words("fairness", {
  copySeedHash: "Copy the seed hash",
  fetchingSeed: "fetching…",
  notRevealed: "revealed after the race",
  provablyFairRace: "Provably fair",
  raceNonce: "Nonce {nonce}",
  seedHash: "Seed hash",
  seedHashCopied: "Seed hash copied",
  seedNotAnswered: "not answered yet",
  serverSeed: "Server seed",
  verify: "Verify",
  verifyLast: "Verify the last finished race",
});
