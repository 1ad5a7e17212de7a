import * as z from "zod/mini";
import { statementLines } from "../../domain/statement.ts";
import { adminQuery, adminReadClaims } from "../wire/admin-caller.ts";
import { instant, rowId, signedSol, sol, utcDay, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { totalSol } from "../wire/total-sol.ts";

/** First and last day of the figures, both included; if one is missing, there is no bound. */
const range = { from: z.optional(utcDay), to: z.optional(utcDay) };

/** What the figures of races are grouped by. */
export const seriesKeys = ["day", "type", "hour"] as const;
export type SeriesKey = (typeof seriesKeys)[number];

const figures = {
  wagered: totalSol,
  won: totalSol,
  profit: totalSol,
  bets: z.int(),
  races: z.int(),
};

export const revenue = {
  getRevenue: endpoint({
    method: "GET",
    path: "/admin/revenue",
    access: "admin",
    claims: adminReadClaims,
    summary: "What the house earned, and what admins gave away",
    query: z.object({ ...adminQuery, ...range }),
    reply: z.object({
      statistics: z.object({
        totalUsers: z.int(),
        totalWagered: totalSol,
        totalWon: totalSol,
        /** Percentages are of the wagers. */
        /** A quotient; the two percentages below are of 100. */
        payoutRate: z.number(),
        houseProfit: totalSol,
        profitPercentage: z.number(),
        totalGifted: totalSol,
        totalAdjustments: z.int(),
        netProfit: totalSol,
        netProfitPercentage: z.number(),
      }),
      statement: z.object({
        from: z.nullable(utcDay),
        to: z.nullable(utcDay),
        openingEquity: totalSol,
        lines: z.array(z.object({ key: z.enum(statementLines), amount: totalSol })),
        closingEquity: totalSol,
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
        z.object({ admin_wallet: wallet, adjustment_count: z.int(), total_amount: totalSol }),
      ),
    }),
  }),

  getRevenueSeries: endpoint({
    method: "GET",
    path: "/admin/revenue/series",
    access: "admin",
    claims: adminReadClaims,
    summary: "Totals of settled races, by day, by hour of the day or by race type",
    query: z.object({
      ...adminQuery,
      ...range,
      by: z.optional(z.enum(seriesKeys, { error: "must be day, hour or type" })),
      format: z.optional(z.enum(["json", "csv"], { error: "must be json or csv" })),
    }),
    reply: z.object({
      by: z.enum(seriesKeys),
      series: z.array(
        z.object({
          /** A day in UTC, an hour of it, or a race type. */
          key: z.string(),
          ...figures,
        }),
      ),
    }),
    csv: {
      list: "series",
      columns: ["key", "wagered", "won", "profit", "bets", "races"],
      fileName: "revenue.csv",
    },
  }),
};
