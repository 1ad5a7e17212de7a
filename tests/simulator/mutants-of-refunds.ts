import { code, type Mutant, mutant, text } from "./mutant.ts";

/** Mistakes in what admins refund: single bets and settled races. */
export const refundMutants: readonly Mutant[] = [
  mutant(
    "cancels a payout that was sent",
    code(
      "server/races/settle",
      "lockPayouts",
      'payout.status === "pending" && !isSent(payout)',
      'payout.status === "pending" || payout.status === "sent"',
    ),
    text(
      "server/books",
      "cancelUnsentPayouts",
      "and status = 'pending' and not exists (select from payment_attempts where payment_id = payments.id)",
      "",
    ),
  ),
  mutant(
    "leaves payouts of a refunded race waiting",
    code("server/races/settle", "reverseRace", "await cancelUnsentPayouts(...$1);", ";"),
  ),
  mutant(
    "takes a payout that was sent back from the balance",
    code("server/races/settle", "lockMoney.isLeft", "!payouts.sentBets.has(id)", "true"),
  ),
  mutant(
    "leaves winnings that were kept as balance to their players beside the stakes",
    code("server/races/settle", "lockMoney.isLeft", 'result === "win"', 'result === "refunded"'),
  ),
  mutant(
    "pays the stakes of a refunded race back twice",
    code("domain", "reverseSettlement", "sum(stakes.map($1))", "sum([...stakes, ...stakes].map($1))"),
    code(
      "domain",
      "settlementReversed",
      "[userAccount(wallet, ledger), stake] as const",
      "[userAccount(wallet, ledger), stake + stake] as const",
    ),
  ),
  mutant(
    "gives a loss back again that was given back before",
    code("server/races/settle", "lockMoney", 'result !== "refunded"', "result !== null"),
  ),
  mutant(
    "takes nothing back of the commission",
    code(
      "server/races/settle",
      "readCommissions",
      'account.startsWith("referral:")',
      'account === "referral:"',
    ),
  ),
  mutant(
    "takes nothing back from the bonus fund",
    code("domain", "reverseSettlement.fromFund", "smaller(bonusFund.credited, $1)", "bonuses"),
  ),
  mutant(
    "forgets what referrers were told that a refunded race brought",
    code("server/races/settle", "reverseRace", "await addToTotals(...$1);", ";"),
  ),
  mutant(
    "leaves streaks where a refunded race had brought them",
    code("server/races/settle", "restoreStreaks.counted", "streakBefore !== null", "streakBefore === 5"),
  ),
  mutant(
    "sets a streak back though a race has counted since",
    text("server/races/settle", "restoreStreaks", "and not races.is_reversed", "and races.is_reversed"),
  ),
  mutant(
    "takes from a balance what a fork can drop",
    code("server/races/settle", "lockMoney.free", "notFinal.get($1) ?? 0n", "0n"),
  ),
  mutant(
    "refunds a settled race that equity does not cover",
    code("domain", "missingEquity", "cost <= 0n || after >= 0n", "cost <= 0n || after >= 0n || after < 0n"),
  ),
  mutant(
    "refunds a winning bet",
    code("server/races/settle", "refusalOf", 'bet.result !== "loss"', "bet.result === null"),
  ),
  mutant(
    "refunds a bet of a race that is under way",
    code(
      "server/races/settle",
      "refundLockedBet",
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
    code("server/races/settle", "refundLockedBet", "await writeAudit(tx, { at, ...$1 });", ";"),
  ),
  mutant(
    "pays a bet again that was refunded",
    code("server/payouts", "payAgain", 'if ($1) return refuse("BET_REFUNDED");', ""),
  ),
  mutant(
    "gives a payout that failed to a player who has the stake back",
    code("server/books", "cancelPayment", 'payment.kind === "payout" && $1', "false"),
  ),
];
