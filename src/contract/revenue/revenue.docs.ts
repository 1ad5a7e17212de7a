import { featureDocs } from "../openapi/docs.ts";

export const revenueDocs = featureDocs({
  description: "What the house earned, and what admins gave away.",
  operations: {
    getRevenue: {
      description: "Sums over the real ledger; play money counts nowhere.",
    },
  },
  fields: {
    adjustment_amount: "The change in SOL: up or down.",
    adjustment_count: "How many changes.",
    admin_wallet: "Which admin.",
    netProfit: "houseProfit − totalGifted.",
    netProfitPercentage: "Percent of the wagers.",
    payoutRate: "totalWon as percent of totalWagered.",
    profitPercentage: "Percent of the wagers.",
    recentAdjustments: "The latest balance changes by admins.",
    statistics: "Sums over all settled bets of real money.",
    totalAdjustments: "How many balance changes admins made.",
    totalGifted: "Upward balance changes less downward ones.",
    totalUsers: "How many players there are.",
    totalWagered: "Stakes of settled bets.",
    totalWon: "Payouts of winning bets.",
    total_amount: "Sum of the changes.",
    adminGifts: "Balance changes by admins, by admin.",
    houseProfit: "Stakes of settled bets less payouts of winning ones.",
  },
});
