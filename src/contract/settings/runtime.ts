import * as z from "zod/mini";
import { networks } from "../../domain/networks.ts";
import { themes } from "../../domain/theme.ts";
import { instant, sol } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

export const theme = z.enum(themes, { error: "THEME_UNKNOWN" });

export const runtime = {
  getRuntime: endpoint({
    method: "GET",
    path: "/public/runtime",
    access: "public",
    summary: "What a page needs at start-up",
    reply: z.object({
      maintenance: z.boolean(),
      network: z.enum(networks),
      /** Public RPC URLs; null if there is none. `rpcLocal` is a path on this host, in local mode only. */
      rpcMainnet: z.nullable(z.string()),
      rpcDevnet: z.nullable(z.string()),
      rpcLocal: z.nullable(z.string()),
      /** Genesis hash of the chain that holds the money. */
      genesisHash: z.nullable(z.string()),
      devnetBanner: z.boolean(),
      testing: z.boolean(),
      minBet: sol,
      maxBet: sol,
      minWithdrawal: sol,
      /** The most that a transaction adds for a place in a block. */
      priorityFeeCap: sol,
      /** The age that players confirm before their first bet; null if there is no such notice. */
      minimumAge: z.nullable(z.int()),
      serverNow: instant,
      version: z.string(),
    }),
  }),
  getPublicTheme: endpoint({
    method: "GET",
    path: "/admin/public-theme",
    access: "public",
    summary: "The theme that is active for everybody",
    reply: z.object({ theme }),
  }),
  getReferralRate: endpoint({
    method: "GET",
    path: "/admin/public-referral-rate",
    access: "public",
    summary: "Percent of the fee of a referred player's bet that the referrer earns",
    reply: z.object({ referralRate: z.number() }),
  }),
};
