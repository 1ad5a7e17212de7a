import { code, type Mutant, mutant, sql } from "./mutant.ts";

/** Mistakes in what players set for themselves: limits, breaks and a streamer's privacy; and in bans. */
export const playerMutants: readonly Mutant[] = [
  mutant(
    "takes bets on a break",
    sql(
      "passes_own_limits",
      "if exists (select from own_breaks where wallet = player and until > at) then return true; end if;",
      "",
    ),
  ),
  mutant(
    "prepares a deposit on a break",
    code("server/bets", "prepareDeposit", "if (onBreak) return onBreak;", ""),
  ),
  mutant(
    "tells the player of a repeat of a limit when it is a break",
    code("server/bets/repeats", "ends", 'ON_BREAK: "on_break"', 'ON_BREAK: "own_limit"'),
  ),
  mutant(
    "ends a repeat for a limit when its player has bet by hand",
    code("server/bets/repeats", "ends", "ALREADY_BET: null", 'ALREADY_BET: "own_limit"'),
  ),
  mutant(
    "gives the figures of a hidden streamer in a profile",
    code("server/players", "readProfile", "user.hidesFigures && !seesAll", "false"),
  ),
  mutant(
    "gives the days of a hidden streamer",
    code("server/players", "readDailyStats", "user.hidesFigures && !seesAll", "false"),
  ),
  mutant(
    "puts a hidden streamer on the leaderboard",
    code("server/leaderboard", "asBoard", "standings.filter($1)", "[...standings]"),
  ),
  mutant(
    "bans a player without an audit row",
    code("server/players", "restrictPlayer", "await writeAudit(...$1);", ""),
  ),
];
