import * as z from "zod/mini";
import { instant, raceId, signedSol, sol, utcDay, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { horseNumber } from "../races/race-shape.ts";

/** The last 7 days, the last 30, or all: today is the last of them. */
export const statsPeriods = ["week", "month", "all"] as const;
export type StatsPeriod = (typeof statsPeriods)[number];

/** How many of a player's races everybody may look up. */
export const LAST_RACES = 5;

export const playerStats = {
  getLastRaces: endpoint({
    method: "GET",
    path: "/users/:wallet/races",
    access: "public",
    summary: "The last races that a player won or lost, newest first",
    refuses: ["PROFILE_NOT_FOUND"],
    params: z.object({ wallet }),
    reply: z.object({
      /** Null if a streamer's privacy hides them from others. */
      races: z.nullable(
        z.array(
          z.object({
            race_id: raceId,
            settled_at: instant,
            horse_number: horseNumber,
            horse_name: z.string(),
            horse_color: z.string(),
            result: z.enum(["win", "loss"]),
            bet_amount: sol,
            payout_amount: sol,
            testing: z.boolean(),
          }),
        ),
      ),
    }),
  }),
  getUserStats: endpoint({
    method: "GET",
    path: "/users/:wallet/stats",
    access: "public",
    summary: "Totals of a player's settled bets, by UTC day",
    refuses: ["PROFILE_NOT_FOUND"],
    params: z.object({ wallet }),
    query: z.object({ period: z.optional(z.enum(statsPeriods, { error: "must be week, month or all" })) }),
    reply: z.object({
      period: z.enum(statsPeriods),
      /** Null if a streamer's privacy hides them from others. */
      days: z.nullable(z.array(z.object({ day: utcDay, wagered: sol, won: sol, net: signedSol }))),
    }),
  }),
};
