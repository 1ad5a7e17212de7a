import { featureDocs } from "../openapi/docs.ts";

export const leaderboardDocs = featureDocs({
  description: "Players by what they won.",
  operations: {
    getLeaderboard: {
      description:
        "Streamers with privacy on appear without figures, or not at all where the order would tell them.",
    },
  },
  fields: {
    leaderboard: "Best first.",
    net_profit: "Payouts less stakes; null where it is private.",
    period: "Over which time.",
    rank: "Place on the board, from 1.",
  },
});
