import { words } from "../words/words.ts";

/** What is painted on the boards beside the track, short enough for them. */
export const trackWords = words("track", {
  checkSeed: "CHECK THE SEED",
  finish: "FINISH",
  poolPays: "THE POOL PAYS",
  provablyFair: "PROVABLY FAIR",
  runForRoses: "RUN FOR THE ROSES",
  verifyEveryRace: "VERIFY EVERY RACE",
});
