import type { Translation } from "../words/words.ts";
import type { fairnessWords } from "./words.en.ts";

export const german: Translation<typeof fairnessWords> = {
  copySeedHash: "Seed-Hash kopieren",
  fetchingSeed: "wird geholt…",
  notRevealed: "noch geheim",
  ownBet: "Deine Wette",
  ownBetDiffers: "Deine Wette steht nicht so auf der Chain, wie du sie platziert hast.",
  ownBetLocked: "Auf der Chain festgehalten, wie du sie platziert hast",
  ownBetReading: "wird auf der Chain gesucht…",
  ownBetUnread: "Die Chain konnte nicht gelesen werden",
  provablyFairRace: "Nachweisbar fair",
  raceNonce: "Nonce {nonce}",
  seedHash: "Seed-Hash",
  seedHashCopied: "Seed-Hash kopiert",
  seedNotAnswered: "noch keine Antwort",
  serverSeed: "Server-Seed",
  verify: "Prüfen",
  verifyLast: "Das letzte beendete Rennen prüfen",
};
