import { expect, it } from "vitest";
import { finalNonce, raceOutcome, seedHash } from "../../../domain/fairness.ts";
import { checkRace, type VerifiedRace } from "./check-race.ts";

const seed = "ab".repeat(32);
const blockhash = "4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn";
const nonce = finalNonce("7", blockhash);
const { winner, places } = raceOutcome(seed, "race-7", nonce);

const race: VerifiedRace = {
  id: "race-7",
  status: "completed",
  server_seed: seed,
  server_seed_hash: seedHash(seed),
  nonce,
  winning_horse: winner,
  winning_horse_id: 10 + winner,
  places: [...places],
  entropy: "beacon",
  beacon: { announcedSlot: 10n, slot: 11n, blockhash },
  settings_hash: "0".repeat(64),
  seed_chain: { tip: "0".repeat(64), index: 7 },
  anchors: { commit: null, result: null },
  settlement: null,
};

it("INV-10 passes a race that was run as promised", () => {
  expect(checkRace(race)).toMatchObject({ passed: true, trace: { winner } });
});

it.each([
  ["another seed than promised", { server_seed_hash: seedHash("cd".repeat(32)) }],
  ["another winner", { winning_horse: (winner % 6) + 1 }],
  ["other places", { places: places.toReversed() }],
  ["a nonce without the beacon", { beacon: { announcedSlot: 10n, slot: 11n, blockhash: "1".repeat(44) } }],
])("INV-10 fails a race with %s", (_, change) => {
  expect(checkRace({ ...race, ...change }).passed).toBe(false);
});

it("FAIR-9 checks the seed of a refunded race, which has no winner", () => {
  const refunded = checkRace({ ...race, status: "refunded", winning_horse: null, places: null });
  expect(refunded.checks).toHaveLength(1);
  expect(refunded.passed).toBe(true);
});
