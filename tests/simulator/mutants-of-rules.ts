import { code, type Mutant, mutant, sql, text } from "./mutant.ts";

/** Mistakes in the public log of rules and refunds, and in how races commit to it. */
export const ruleMutants: readonly Mutant[] = [
  mutant(
    "changes a setting without a row of the rule log",
    code("server/settings", "changeLockedSetting", "isRuleKey(key) && before !== after", "false"),
  ),
  mutant(
    "refunds a race without a row of the rule log",
    code("server/races/engine", "writeRefund", "refund !== null", "refund?.rule.settled === true"),
  ),
  mutant(
    "refunds a settled race without a row of the rule log",
    code("server/races/settle", "reverseRace", "await writeRefund(tx, change);", ";"),
  ),
  mutant(
    "refunds a bet without a row of the rule log",
    code("server/races/settle", "refundLockedBet", "await writeRule(...$1);", ";"),
  ),
  mutant(
    "transfers house money by hand without a row of the rule log",
    code("server/house-wallets", "manualTransferAction.perform", "await writeRule(...$1);", ";"),
  ),
  mutant(
    "tells stakes of a refund that went back before",
    code(
      "server/races/engine",
      "describeRefund",
      "and(eq(bets.raceId, race), isLiveBet)",
      "eq(bets.raceId, race)",
    ),
  ),
  mutant(
    "shows an older head of the rule log",
    text("server/rule-log", "readRules", 'order by "row" desc limit 1', 'order by "row" limit 1'),
  ),
  mutant(
    "leaves the rule log out of a commitment",
    code(
      "server/races/engine",
      "insertRace",
      "commitmentMemo(commitment)",
      "commitmentMemo({ ...commitment, rulesHash: null })",
    ),
  ),
  mutant(
    "chains no row of the rule log to the one before",
    sql("chain_rule_row", "coalesce(last.hash, repeat('0', 64))", "repeat('0', 64)"),
  ),
];
