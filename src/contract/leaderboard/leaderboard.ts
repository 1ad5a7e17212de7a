import * as z from "zod/mini";
import { signedSol, sol, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

const leaderboardPeriods = ["day", "week", "all"] as const;

export const leaderboard = {
  getLeaderboard: endpoint({
    method: "GET",
    path: "/leaderboard",
    access: "public",
    summary: "Players by net profit, with wagers and streaks; streamers' privacy respected",
    query: z.object({
      period: z.optional(z.enum(leaderboardPeriods, { error: "must be day, week or all" })),
    }),
    reply: z.object({
      period: z.enum(leaderboardPeriods),
      leaderboard: z.array(
        z.object({
          rank: z.int(),
          wallet_address: wallet,
          username: z.string(),
          net_profit: z.nullable(signedSol),
          total_wagered: z.nullable(sol),
          current_win_streak: z.int(),
          active_title: z.nullable(z.string()),
          is_streamer: z.boolean(),
          is_partner: z.boolean(),
        }),
      ),
    }),
  }),
};
