import { lazy } from "react";
import { pagePaths } from "../../../contract/pages.ts";
import type { Feature } from "../../foundation/live/slots.tsx";

export const leaderboardFeature: Feature = {
  pages: [
    {
      paths: [pagePaths.leaderboard],
      Page: lazy(async () => ({ default: (await import("./leaderboard-page.tsx")).LeaderboardPage })),
    },
  ],
};
