import { featureDocs } from "../openapi/docs.ts";

export const leaderboardDocs = featureDocs({
  description: "Players by what they won.",
  operations: {
    getLeaderboard:
      "The best fifty with a race in the period, which defaults to a day. Streamers with privacy on appear only on their own board: the order would reveal their figures.",
  },
  fields: {
    is_hidden: "Whether the caller hides figures and so is on nobody else's board.",
    leaderboard: "Best first.",
    net_profit: "Payouts less stakes.",
    own: "The caller's place and figures, at any rank; null signed out and without a race in the period.",
    period: "Over which time.",
    rank: "Place on the board, from 1.",
    ranked: "How many players are on the board.",
  },
});
