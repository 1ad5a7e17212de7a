import * as z from "zod/mini";
import { signedSol, sol, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

export const leaderboardPeriods = ["day", "week", "all"] as const;

const standing = z.object({
  rank: z.int(),
  wallet_address: wallet,
  username: z.string(),
  net_profit: signedSol,
  total_wagered: sol,
  current_win_streak: z.int(),
  active_title: z.nullable(z.string()),
  is_streamer: z.boolean(),
  is_partner: z.boolean(),
});

export const leaderboard = {
  getLeaderboard: endpoint({
    method: "GET",
    path: "/leaderboard",
    access: "public",
    claims: ["header"],
    summary: "Players by net profit, with wagers and streaks; streamers' privacy respected",
    query: z.object({
      period: z.optional(z.enum(leaderboardPeriods, { error: "must be day, week or all" })),
    }),
    reply: z.object({
      period: z.enum(leaderboardPeriods),
      leaderboard: z.array(standing),
      ranked: z.int(),
      own: z.nullable(z.extend(standing, { is_hidden: z.boolean() })),
    }),
  }),
};
