import * as z from "zod/mini";
import { raceStatuses, raceTypes } from "../../domain/race-terms.ts";
import { hex64, instant, nextCursor, numericId, page, raceId, sol } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { horseNumber, motionSeed, ownBet, places, race, publicBet } from "./race-shape.ts";

const ofRace = z.object({ id: raceId });
const horse = z.object({ id: numericId, number: horseNumber, name: z.string(), color: z.string() });

export const raceReplay = z.object({
  raceId,
  race_type: z.enum(raceTypes),
  startsAt: instant,
  durationMs: z.int(),
  motionSeed,
  places,
  horses: z.array(horse),
});

export const races = {
  getActiveRace: endpoint({
    method: "GET",
    path: "/races/active",
    access: "public",
    summary: "The open race, or the last one until the next is created; null before the first",
    /** `yourBet` is the bet of the session's wallet; `nextRaceAt` is null while the race is open. */
    reply: z.object({
      race: z.nullable(race),
      yourBet: z.nullable(ownBet),
      nextRaceAt: z.nullable(instant),
    }),
  }),
  getRace: endpoint({
    method: "GET",
    path: "/races/:id",
    access: "public",
    summary: "One race",
    refuses: ["RACE_NOT_FOUND"],
    params: ofRace,
    reply: z.object({ race, yourBet: z.nullable(ownBet) }),
  }),
  getRaceBets: endpoint({
    method: "GET",
    path: "/races/:id/bets",
    access: "public",
    summary: "All bets of a race, newest first, page by page",
    refuses: ["RACE_NOT_FOUND"],
    params: ofRace,
    query: z.object(page),
    reply: z.object({ bets: z.array(publicBet), nextCursor }),
  }),
  listRaces: endpoint({
    method: "GET",
    path: "/races",
    access: "public",
    summary: "Finished races, newest first",
    query: z.object(page),
    reply: z.object({
      races: z.array(
        z.object({
          id: raceId,
          status: z.enum(raceStatuses),
          race_type: z.enum(raceTypes),
          isJackpotRace: z.boolean(),
          jackpotAmount: sol,
          totalPool: sol,
          house_edge: z.number(),
          betCount: z.int(),
          testing: z.boolean(),
          created_at: instant,
          completed_at: instant,
          payout_seconds: z.nullable(z.number()),
          winning_horse_id: z.nullable(numericId),
          winning_horse: z.nullable(horse),
          server_seed_hash: hex64,
        }),
      ),
      nextCursor,
    }),
  }),
  getReplay: endpoint({
    method: "GET",
    path: "/races/:id/replay",
    access: "public",
    summary: "All that a replay of a completed race needs",
    refuses: ["RACE_NOT_FOUND", "RACE_NOT_STARTED", "SEED_NOT_REVEALED"],
    params: ofRace,
    reply: raceReplay,
  }),
};
