import * as z from "zod/mini";
import { hex64, instant, lamportsText, signature, signedSol, sol, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

const leaderboardPeriods = ["day", "week", "all"] as const;

const seedChain = z.object({
  /** Published end of the chain: what the first seed hashes to. */
  tip: hex64,
  length: z.int(),
  /** Seeds given to races so far, in order. */
  consumed: z.int(),
  /** Signature of the memo that published the tip. */
  anchor: z.nullable(signature),
  created_at: instant,
});

export const fairness = {
  getSeedChain: endpoint({
    method: "GET",
    path: "/fairness/chain",
    access: "public",
    summary:
      "The published end of the seed chain in use, its anchor on chain and how many seeds are consumed",
    /** `earlier` lists the chains before it. */
    reply: z.object({ chain: z.nullable(seedChain), earlier: z.array(seedChain) }),
  }),
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
  getSolvency: endpoint({
    method: "GET",
    path: "/solvency",
    access: "public",
    summary: "What the house owes and what it holds on chain, by kind, in lamport strings",
    reply: z.object({
      at: instant,
      liabilities: z.array(z.object({ kind: z.string(), lamports: lamportsText })),
      /** House equity by the books; not owed to anyone. */
      equity: lamportsText,
      holdings: z.array(z.object({ kind: z.string(), address: wallet, lamports: lamportsText })),
      /** Sent but not yet final, and seen but not yet booked. */
      outboundInFlight: lamportsText,
      inboundPending: lamportsText,
      totalLiabilities: lamportsText,
      totalHoldings: lamportsText,
      /** Holdings + inbound − outbound − liabilities − equity; zero when the books and the chain agree. */
      difference: lamportsText,
      /** A difference was found: nothing leaves the house until an admin has looked into it. */
      paymentsHalted: z.boolean(),
    }),
  }),
};
