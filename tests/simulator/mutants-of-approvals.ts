import { code, type Mutant, mutant } from "./mutant.ts";

/** Mistakes that let one admin's key move more than one admin may. */
export const approvalMutants: readonly Mutant[] = [
  mutant(
    "compares each act alone with the limit",
    code("server/features/approvals", "performOrAsk", "await sumHouseActs(tx, by, at)", "lamports(0n)"),
  ),
  mutant(
    "leaves refunds of bets out of the sum of an admin",
    code(
      "server/features/approvals",
      "performOrAsk",
      "action.isCountedLater ? ZERO : amount",
      'action.isCountedLater || kind === "bet-refund" ? ZERO : amount',
    ),
  ),
  mutant(
    "lets an accomplice approve who the asker appointed",
    code("server/features/approvals", "refusalOf", "!areIndependent(asker, approver)", "false"),
  ),
  mutant(
    "lets an admin approve who has just been appointed",
    code("server/features/approvals", "refusalOf", "at.getTime() < approvesFromMs(approver)", "false"),
  ),
  mutant(
    "appoints an admin without another admin",
    code("server/features/players", "changeRolesAction.check", "after.isAdmin && !before.isAdmin", "false"),
  ),
  mutant(
    "gives jackpots beyond what their admin may move",
    code("server/features/races/engine", "fundJackpot", "isTooMuch || $1 < jackpot", "$1 < jackpot"),
  ),
];
