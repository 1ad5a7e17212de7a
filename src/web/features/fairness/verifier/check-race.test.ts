import { expect, it } from "vitest";
import { finalNonce, raceOutcome, seedHash } from "../../../../domain/fairness.ts";
import { lamports } from "../../../../domain/lamports.ts";
import { openSeedChain } from "../../../../domain/seed-chain.ts";
import { checkRace, checkSeedChain, type VerifiedRace } from "./check-race.ts";
import { parseRace } from "./parse-race.ts";

const chain = openSeedChain("ab".repeat(32), 50);
const seed = chain.seedAt(7);
const blockhash = "4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn";
const nonce = finalNonce("7", blockhash);
const { winner, places } = raceOutcome(seed, "race-7", nonce);
const settings = { houseEdgeBps: 500, outcomeEntropy: "beacon", jackpot: "0" };

const bet = (id: string, horse: number, stake: bigint, payout: bigint) => ({
  id,
  user_wallet: null,
  horse_number: horse,
  horse_id: 10 + horse,
  stake: lamports(stake),
  salt: null,
  payout: lamports(payout),
  fee: lamports((stake * 5n) / 100n),
  result: payout > 0n ? ("win" as const) : ("loss" as const),
  refunded: lamports(0n),
  signature: null,
});

const settlement: NonNullable<VerifiedRace["settlement"]> = {
  kind: "paid",
  pool: lamports(1_000n),
  jackpot: lamports(3n),
  fee: lamports(50n),
  net: lamports(953n),
  remainder: lamports(1n),
  refundedAt: null,
  bets: [
    bet("bet-1", winner, 300n, 476n),
    bet("bet-2", winner, 300n, 476n),
    bet("bet-3", (winner % 6) + 1, 400n, 0n),
  ],
  payouts: [],
};

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
  settings,
  horses: [],
  entries: { commit: 1 },
  lock_wallet: null,
  logged: null,
  seed_chain: { tip: chain.tip, index: 7, length: 50, anchor: null },
  anchors: { commit: null, lock: null, result: null },
  betsRoot: null,
  lockedBets: null,
  settlement,
};

it("INV-10 FAIR-30 passes a race that was run as promised", () => {
  expect(checkRace(race)).toMatchObject({ passed: true, trace: { winner } });
});

const changed = (change: Partial<typeof settlement>) => ({ settlement: { ...settlement, ...change } });

it.each([
  ["seed", "another seed than promised", { server_seed_hash: seedHash("cd".repeat(32)) }],
  ["winner", "another winner", { winning_horse: (winner % 6) + 1 }],
  ["places", "other places", { places: places.toReversed() }],
  ["beacon", "another beacon", { beacon: { announcedSlot: 10n, slot: 11n, blockhash: "1".repeat(44) } }],
  ["beacon", "no beacon", { beacon: null }],
  ["beacon", "no beacon, and the nonce of before the race", { beacon: null, nonce: "7" }],
  [
    "beacon",
    "no beacon of a race that was decided and refunded",
    { beacon: null, nonce: "7", status: "refunded" as const },
  ],
  ["beacon", "an entropy that was not promised", { entropy: "sealed" as const }],
  ["books", "a pool that is not the stakes", changed({ pool: lamports(1_001n) })],
  ["books", "a fee above the edge", changed({ fee: lamports(51n) })],
  ["books", "a jackpot that nobody shares", changed({ jackpot: lamports(4n) })],
  ["books", "a remainder that is not there", changed({ remainder: lamports(0n) })],
  [
    "books",
    "a payout moved from one winner to the other",
    changed({
      bets: [bet("bet-1", winner, 300n, 477n), bet("bet-2", winner, 300n, 475n), ...settlement.bets.slice(2)],
    }),
  ],
] as const)("INV-10 FAIR-30 the check of %s finds %s", (name, _, change) => {
  const { passed, findings } = checkRace({ ...race, ...change });
  expect(passed).toBe(false);
  expect(findings[name].state).toBe("differs");
});

it("FAIR-31 a difference holds what was said and what was found", () => {
  expect(checkRace({ ...race, ...changed({ fee: lamports(51n) }) }).findings.books).toEqual({
    state: "differs",
    said: "fee = 51",
    found: "⌊pool · 500 / 10000⌋ = 50",
  });
});

it("FAIR-9 FAIR-30 checks seed and settings of a refunded race, which has no winner", () => {
  const stake = lamports(300n);
  const none = lamports(0n);
  const refund = { ...settlement.bets[0]!, stake, payout: stake, fee: none, result: "refunded" as const };
  const books = { ...settlement, kind: "refunded" as const, fee: none, net: none, remainder: none };
  const refunded = checkRace({
    ...race,
    status: "refunded",
    nonce: "7",
    beacon: null,
    winning_horse: null,
    places: null,
    settlement: { ...books, pool: stake, bets: [refund] },
  });
  expect(refunded.passed).toBe(true);
  expect(refunded.findings).toMatchObject({
    seed: { state: "checked" },
    books: { state: "checked" },
    beacon: { state: "absent" },
    winner: { state: "absent" },
  });
});

it("FAIR-7 FAIR-30 hashes a seed as often as its place says, to the published end", async () => {
  const { signal } = new AbortController();
  expect(await checkSeedChain(race, signal)).toEqual({ state: "checked" });
  const skipped = { ...race, seed_chain: { ...race.seed_chain, index: 8 } };
  expect(await checkSeedChain(skipped, signal)).toMatchObject({ state: "differs", said: chain.tip });
  const outside = { ...race, seed_chain: { ...race.seed_chain, index: 51 } };
  expect(await checkSeedChain(outside, signal)).toMatchObject({ state: "differs" });
});

it("FAIR-34 a pasted answer is read whole or its race alone, and a wrong field is named", () => {
  const wire = {
    ...race,
    beacon: { announcedSlot: 10, slot: 11, blockhash },
    settlement: null,
  };
  expect(parseRace(JSON.stringify({ success: true, race: wire }))).toMatchObject({
    ok: true,
    race: { id: "race-7", beacon: { slot: 11n } },
  });
  expect(parseRace(JSON.stringify(wire))).toMatchObject({ ok: true });
  expect(parseRace("no JSON")).toEqual({ ok: false, field: "" });
  const { nonce: _, ...without } = wire;
  expect(parseRace(JSON.stringify({ race: without }))).toEqual({ ok: false, field: "race.nonce" });
  expect(parseRace(JSON.stringify({ race: { ...wire, server_seed: "x" } }))).toMatchObject({
    field: "race.server_seed",
  });
});
