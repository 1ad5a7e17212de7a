import type { Feature } from "../feature.ts";
import { notBuilt } from "../http/not-built.ts";

/** Players by what they won. */
export const openLeaderboard = () =>
  ({
    handlers: {
      getLeaderboard: notBuilt,
    },
  }) satisfies Feature;
