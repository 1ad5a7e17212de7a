import { code, type Edit, type Mutant, mutant, sql, text } from "./mutant.ts";

/** Nothing below the decision checks that what goes back was lost. */
const anyResult: readonly Edit[] = [
  text("server/features/races/settle", "giveLossesBack", "and result = 'loss'", ""),
  sql("check_bet_update", "old.result in ('refunded', 'win') and", "old.result = 'refunded' and"),
];

/** Mistakes in what admins refund: single bets and settled races. */
export const refundMutants: readonly Mutant[] = [
  mutant(
    "cancels the payouts of a race that is refunded",
    code(
      "server/features/races/settle",
      "refundSettled",
      "await giveLossesBack(tx, losses);",
      "$&\nawait tx.execute(sql`update payments set status = 'cancelled' where race_id = ${row.id} and kind = 'payout'`);",
    ),
  ),
  mutant(
    "takes a lamport from a payout of a race that is refunded",
    code(
      "server/features/races/settle",
      "refundSettled",
      "await giveLossesBack(tx, losses);",
      "$&\nawait tx.execute(sql`update payments set lamports = lamports - 1 where race_id = ${row.id} and kind = 'payout'`);",
    ),
  ),
  mutant(
    "ends the streaks of those who won a race that is refunded",
    code(
      "server/features/races/settle",
      "refundSettled",
      "await giveLossesBack(tx, losses);",
      "$&\nawait tx.execute(sql`update users set current_win_streak = 0 where wallet in (select wallet from bets where race_id = ${row.id} and result = 'win')`);",
    ),
  ),
  mutant(
    "gives the winners of a refunded race their stakes as well",
    code("domain", "lateRefund", 'result === "loss"', 'result !== "refunded"'),
    ...anyResult,
  ),
  mutant(
    "gives a loss back again that was given back before",
    code("domain", "lateRefund", 'result === "loss"', 'result !== "win"'),
    ...anyResult,
  ),
  mutant(
    "pays lost stakes back twice",
    code(
      "domain",
      "lossGivenBack",
      "transfer($1, $2, $3, stake)",
      "transfer($1, $2, $3, lamports(stake * 2n))",
    ),
  ),
  mutant(
    "refunds a settled race that equity does not cover",
    code("domain", "lateRefund", "cost === 0n || equityAfter >= 0n", "true"),
  ),
  mutant(
    "refunds a settled race and tells nobody",
    code("server/features/races/settle", "refundSettled", "await notifyAll(...$1)", "[]"),
  ),
  mutant(
    "refunds a winning bet",
    code("server/features/races/settle", "refusalOf", 'bet.result === "loss"', "bet.result !== null"),
    ...anyResult,
  ),
  mutant(
    "refunds a bet of a race that is under way",
    code(
      "server/features/races/settle",
      "lockRaceAndBet",
      "isBettingOpen(bettingWindowOf(race), at.getTime())",
      "race.settledAt === null",
    ),
  ),
  mutant(
    "gives a lost stake back out of the pool",
    code("domain", "lossGivenBack", "houseAccount(ledger)", "poolAccount(raceId, ledger)"),
  ),
  mutant(
    "refunds a bet without an audit row",
    code("server/features/races/settle", "betRefundAction.perform", "await writeAudit(...$1);", ";"),
  ),
];
