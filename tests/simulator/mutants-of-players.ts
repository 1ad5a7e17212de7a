import { code, type Mutant, mutant, sql } from "./mutant.ts";

/** Mistakes in what players set for themselves: limits, breaks and a streamer's privacy; and in bans. */
export const playerMutants: readonly Mutant[] = [
  mutant(
    "makes a player's calls to a node as the house's",
    code(
      "server/foundation/chain",
      "asPlayer",
      'current.run({ kind: "player", request, canWait: false }, ask)',
      "current.run(house, ask)",
    ),
  ),
  mutant(
    "sends a player's payment each time it is submitted",
    code("server/features/bets", "sendPayment", "if (known) return known;", ""),
  ),
  mutant(
    "repeats a bet under a higher edge",
    code("server/features/bets/repeats", "decideBet", "worse !== null", 'worse === "testing"'),
  ),
  mutant(
    "repeats a bet beyond what is bet from a balance without a confirmation",
    code("server/features/bets/repeats", "decideBet", "await needsStepUp(...$1)", "false"),
    code("server/features/bets/place-at-once.ts", "storeBet", "await needsStepUp(...$1)", "false"),
  ),
  mutant(
    "lets a bet be taken back before its time",
    code("server/features/races/settle", "takeBackBet", "!isDue || !isWaiting", "!isWaiting"),
  ),
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
    code("server/features/bets", "prepareDeposit", "if (onBreak) return onBreak;", ""),
  ),
  mutant(
    "tells the player of a repeat of a limit when it is a break",
    code("server/features/bets/repeats", "ends", 'ON_BREAK: "on_break"', 'ON_BREAK: "own_limit"'),
  ),
  mutant(
    "ends a repeat for a limit when its player has bet by hand",
    code("server/features/bets/repeats", "ends", "ALREADY_BET: null", 'ALREADY_BET: "own_limit"'),
  ),
  mutant(
    "repeats a bet of a banned player",
    code(
      "server/features/bets/repeats",
      "decide",
      'if ((await readEligibility(...$1)).isBanned) return end("banned");',
      "",
    ),
    code(
      "server/features/bets/accept-bet.ts",
      "refusalOf",
      'if (situation.is_banned && !isUnproven) return refuse("BANNED");',
      "",
    ),
  ),
  mutant(
    "does not tell the player of a repeat that a ban ended it",
    code(
      "server/features/bets/repeats",
      "notices",
      'banned: "repeat_banned"',
      'banned: "repeat_not_allowed"',
    ),
  ),
  mutant(
    "begins a repeat of a player who has not confirmed the notice of age",
    code(
      "server/features/bets/repeats",
      "refusalOf",
      'if (await isNoticeDue(db, wallet)) return refuse("NOTICE_REQUIRED");',
      "",
    ),
  ),
  mutant(
    "takes a bet of a player who has not confirmed the notice of age",
    code("server/features/bets", "acceptBets", "ageNotice && !situation.has_accepted_notice", "false"),
  ),
  mutant(
    "does not tell the player of a repeat that the notice of age ended it",
    code(
      "server/features/bets/repeats",
      "notices",
      'notice_required: "repeat_notice_required"',
      'notice_required: "repeat_not_allowed"',
    ),
  ),
  mutant(
    "takes the notice of age for any refusal of a repeat's bet",
    code(
      "server/features/bets/repeats",
      "ends",
      'NOTICE_REQUIRED: "notice_required"',
      'NOTICE_REQUIRED: "not_allowed"',
    ),
  ),
  mutant(
    "gives the figures of a hidden streamer in a profile",
    code("server/features/players", "readProfile", "user.hidesFigures && !seesAll", "false"),
  ),
  mutant(
    "gives the days of a hidden streamer",
    code("server/features/players", "readDailyStats", "user.hidesFigures && !seesAll", "false"),
  ),
  mutant(
    "puts a hidden streamer on the leaderboard",
    code("server/features/leaderboard", "asBoard", "standings.filter($1)", "[...standings]"),
  ),
  mutant(
    "bans a player without an audit row",
    code("server/features/players", "impose", "await writeAudit(...$1);", ""),
  ),
];
