import { words } from "../../foundation/words/words.ts";

/** How a winner is found, and how anyone can check it. */
export const fairnessWords = words("fairness", {
  copySeedHash: "Copy the seed hash",
  fetchingSeed: "fetching…",
  notRevealed: "revealed after the race",
  ownBet: "Your bet",
  ownBetDiffers: "Your bet is not as it was locked on the chain.",
  ownBetLocked: "Locked on the chain as you placed it",
  ownBetReading: "looking for it on the chain…",
  ownBetUnread: "The chain could not be read",
  provablyFairRace: "Provably fair",
  raceNonce: "Nonce {nonce}",
  seedHash: "Seed hash",
  seedHashCopied: "Seed hash copied",
  seedNotAnswered: "not answered yet",
  serverSeed: "Server seed",
  verify: "Verify",
  verifyLast: "Verify the last finished race",
});
