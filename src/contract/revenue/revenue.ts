import * as z from "zod/mini";
import { adminQuery, adminReadClaims } from "../wire/admin-caller.ts";
import { instant, rowId, signedSol, sol, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

export const revenue = {
  getRevenue: endpoint({
    method: "GET",
    path: "/admin/revenue",
    access: "admin",
    claims: adminReadClaims,
    summary: "What the house earned, and what admins gave away",
    query: z.object(adminQuery),
    reply: z.object({
      statistics: z.object({
        totalUsers: z.int(),
        totalWagered: sol,
        totalWon: sol,
        /** Percents of the wagers. */
        payoutRate: z.number(),
        houseProfit: signedSol,
        profitPercentage: z.number(),
        totalGifted: signedSol,
        totalAdjustments: z.int(),
        netProfit: signedSol,
        netProfitPercentage: z.number(),
      }),
      recentAdjustments: z.array(
        z.object({
          id: rowId,
          created_at: instant,
          username: z.nullable(z.string()),
          user_wallet: wallet,
          admin_wallet: wallet,
          previous_balance: sol,
          new_balance: sol,
          adjustment_amount: signedSol,
          reason: z.nullable(z.string()),
        }),
      ),
      adminGifts: z.array(
        z.object({ admin_wallet: wallet, adjustment_count: z.int(), total_amount: signedSol }),
      ),
    }),
  }),
};
