import * as z from "zod/mini";
import { signedSol, sol, utcDay, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

/** The last 7 days, the last 30, or all: today is the last of them. */
export const statsPeriods = ["week", "month", "all"] as const;
export type StatsPeriod = (typeof statsPeriods)[number];

export const playerStats = {
  getUserStats: endpoint({
    method: "GET",
    path: "/users/:wallet/stats",
    access: "public",
    summary: "Totals of a player's settled bets, by UTC day",
    params: z.object({ wallet }),
    query: z.object({ period: z.optional(z.enum(statsPeriods, { error: "must be week, month or all" })) }),
    reply: z.object({
      period: z.enum(statsPeriods),
      /** Null if a streamer's privacy hides them from others. */
      days: z.nullable(z.array(z.object({ day: utcDay, wagered: sol, won: sol, net: signedSol }))),
    }),
  }),
};
