import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { isBettingOpen } from "../../../domain/betting-window.ts";
import { newRace, type RaceState } from "../../../domain/race-phases.ts";
import { type RaceEvent, step } from "../../../domain/race.ts";
import { storedRace } from "../../../domain/stored-race.ts";
import { rowsOf } from "../../foundation/db/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const settings = {
  minBets: 2,
  countdownMs: 10_000,
  extendMs: 5_000,
  durationMs: 8_000,
  outcomeEntropy: "beacon",
  ledger: "real",
} as const;

/** The events of a whole race; a history is any part of it, at any pace. */
const allEvents: readonly RaceEvent[] = [
  { type: "anchored" },
  { type: "players-counted", distinctPlayers: 2 },
  { type: "bet-confirmed", at: 0 },
  { type: "tick" },
  { type: "lock-landed", slot: 1n },
  { type: "beacon", slot: 5n, blockhash: "hash" },
  { type: "tick" },
  { type: "settle", isWinnerBacked: true },
];

const race = fc
  .record({
    events: fc.subarray([...allEvents]),
    pacesMs: fc.array(fc.integer({ min: 0, max: 12_000 }), {
      minLength: allEvents.length,
      maxLength: allEvents.length,
    }),
    isRefunded: fc.boolean(),
  })
  .map(({ events, pacesMs, isRefunded }) => {
    let nowMs = 1_700_000_000_000;
    let state: RaceState = newRace("race-1", settings);
    for (const [index, event] of events.entries()) {
      nowMs += pacesMs[index] ?? 0;
      state = step(state, event.type === "bet-confirmed" ? { ...event, at: nowMs } : event, nowMs).race;
    }
    if (isRefunded && nowMs % 3 === 0) state = step(state, { type: "refund", reason: "chance" }, nowMs).race;
    return storedRace(state);
  });

const timestamp = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

it("RACE-11 the database and the domain agree on whether a race takes bets, in every phase and to the millisecond", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(race, fc.constantFrom(-1, 0, 1), fc.boolean(), async (stored, offsetMs, isAtClose) => {
      const { status, bettingOpensAt, closesAt } = stored;
      const atMs = ((isAtClose ? closesAt : bettingOpensAt) ?? 1_700_000_000_000) + offsetMs;
      const [row] = await rowsOf<{ is_open: boolean }>(
        database.db,
        sql`select takes_bets(
              jsonb_populate_record(null::races, ${JSON.stringify({
                status,
                betting_opens_at: timestamp(bettingOpensAt),
                closes_at: timestamp(closesAt),
              })}::jsonb),
              ${timestamp(atMs)}::timestamptz
            ) as is_open`,
      );
      const isOpen = isBettingOpen(stored, atMs);
      seen.add(`${status} ${isOpen}`);
      expect(row?.is_open).toBe(isOpen);
    }),
    { numRuns: 400 },
  );
  expect([...seen].toSorted()).toEqual(
    expect.arrayContaining(["countdown false", "countdown true", "pending false", "pending true"]),
  );
});
