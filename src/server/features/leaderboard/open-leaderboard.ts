import { ok } from "../../../domain/result.ts";
import type { Feature } from "../../foundation/feature.ts";
import { leaderboard, type LeaderboardPorts } from "./leaderboard.ts";

/** Players ranked by what they won. */
export const openLeaderboard = (ports: LeaderboardPorts) => {
  const board = leaderboard(ports);
  return {
    handlers: {
      getLeaderboard: async ({ query: { period = "day" } }, { wallet }) =>
        ok(await board.read(period, wallet)),
    },
  } satisfies Feature;
};
