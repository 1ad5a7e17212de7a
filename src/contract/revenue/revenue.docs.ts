import { featureDocs } from "../openapi/docs.ts";

export const revenueDocs = featureDocs({
  description: "What the house earned, and what admins gave away.",
  operations: {
    getRevenue: {
      description:
        "Sums over the real ledger; play money is never counted. `statistics` cover all time. The lines of `statement` add up to the change of equity from opening to closing, over the requested days.",
    },
    getRevenueSeries: {
      description:
        "In the order of the keys; keys without figures are left out. Without `from`, the last 30 days. `format=csv` returns a file with the same columns. What is given back of a settled race later is a cost, and changes none of its figures.",
    },
  },
  fields: {
    adjustment_amount: "The change in SOL: up or down.",
    adjustment_count: "How many changes.",
    admin_wallet: "Which admin.",
    netProfit: "houseProfit − totalGifted.",
    netProfitPercentage: "Percent of the wagers.",
    payoutRate: { description: "totalWon / totalWagered; 0 before the first bet.", example: 0.95 },
    profitPercentage: "Percent of the wagers.",
    recentAdjustments: "The latest balance changes by admins.",
    statistics: "Sums over all settled bets of real money.",
    totalAdjustments: "How many balance changes admins made.",
    totalGifted: "Upward balance changes less downward ones.",
    totalUsers: "Number of players.",
    totalWagered: "Stakes of settled bets.",
    totalWon: "Payouts of winning bets.",
    total_amount: "Sum of the changes.",
    adminGifts: "Balance changes by admins, by admin.",
    houseProfit: "Stakes of settled bets less payouts of winning ones.",
    "getRevenue.from": { description: "The first day in UTC.", example: "2026-11-01" },
    "getRevenueSeries.from": { description: "The first day in UTC.", example: "2026-11-01" },
    to: { description: "The last day in UTC.", example: "2026-11-30" },
    "getRevenue.statement": "From house profit to the change of equity.",
    openingEquity: "Equity before the first day.",
    closingEquity: "Equity after the last day.",
    lines: "What changed equity.",
    "getRevenue.amount": "What the line adds to equity; negative where it takes.",
    "getRevenue.key": "Which line: `docs/money.md` says what each is.",
    key: {
      description: "A day in UTC, an hour of the day (00 to 23) or a race type.",
      example: "2026-11-23",
    },
    by: "What the figures are grouped by.",
    format: "`csv` for a file.",
    series: "The figures.",
    "getRevenueSeries.wagered": "Stakes of settled bets.",
    "getRevenueSeries.won": "Payouts of winning bets.",
    profit: "wagered − won.",
    "getRevenueSeries.bets": "How many bets were settled.",
    "getRevenueSeries.races": "How many races were settled.",
  },
});
