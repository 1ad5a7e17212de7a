import { code, type Mutant, mutant } from "./mutant.ts";

/** Mistakes in the public log of rules and refunds, and in how races commit to it. */
export const ruleMutants: readonly Mutant[] = [
  mutant(
    "changes a setting without a row of the rule log",
    code("server/foundation/settings", "changeLockedSetting", "isRuleKey(key)", "false"),
  ),
  mutant(
    "refunds a race without a row of the rule log",
    code("server/features/races/engine", "writeRefund", "refund !== null", "refund?.rule.settled === true"),
  ),
  mutant(
    "refunds a settled race without a row of the rule log",
    code("server/features/races/settle", "refundSettled", "await writeRefund(tx, change);", ";"),
  ),
  mutant(
    "refunds a bet without a row of the rule log",
    code("server/features/races/settle", "betRefundAction.perform", "await writeRule(...$1);", ";"),
  ),
  mutant(
    "transfers house money by hand without a row of the rule log",
    code("server/features/house-wallets", "manualTransferAction.perform", "await writeRule(...$1);", ";"),
  ),
  mutant(
    "tells stakes of a refund that went back before",
    code(
      "server/features/races/engine",
      "describeRefund",
      "settledAt === null ? isLiveBet : $1",
      "sql`true`",
    ),
  ),
  mutant(
    "commits to other settings than its race has",
    code(
      "server/features/races/engine",
      "appendCommit",
      "storeRaceSettings(frozen)",
      "storeRaceSettings({ ...frozen, countdownMs: frozen.countdownMs + 1_000 })",
    ),
  ),
  mutant(
    "commits to other horses than its race has",
    code(
      "server/features/races/engine",
      "appendCommit",
      "[...horses]",
      'horses.map((horse) => ({ ...horse, name: "" }))',
    ),
  ),
  mutant(
    "hashes less of an entry than it publishes",
    code(
      "server/foundation/public-log",
      "appendEntries",
      "utf8ToBytes(entry)",
      "utf8ToBytes(entry.slice(1))",
    ),
  ),
];
