import { amount, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  /** State after the commit. */
  readonly mirror: Mirror;
  readonly balance: (account: string) => bigint;
  /** The part of a payment that belongs to a wallet, while the chain may still drop it. */
  readonly notFinal: (signature: string, wallet: string) => bigint;
}

/**
 * Stakes from the balance, withdrawals and what an admin takes must leave what a fork can take back (BET-14, MONEY-8,
 * MONEY-24).
 */
export function checkSpending(ports: Ports, { rows }: Commit): void {
  for (const { source, before, row } of rows) {
    if (before !== null) continue;
    const isStake = source === "bets" && row["source"] === "balance";
    const isWithdrawal = source === "payments" && row["kind"] === "withdrawal";
    if (isStake || isWithdrawal) mustBeFinalMoney(ports, row, isStake ? "BET-14" : "MONEY-8");
    const isLowered =
      source === "balance_adjustments" && amount(row, "new_balance") < amount(row, "previous_balance");
    if (isLowered) mustBeFinalMoney(ports, row, "MONEY-24");
  }
}

/** The remaining balance must cover everything that a fork could still take back: then none of that was spent. */
function mustBeFinalMoney({ must, mirror, balance, notFinal }: Ports, spent: Row, rule: string) {
  const wallet = text(spent, "wallet");
  let held = 0n;
  for (const { signature, outcome, bet_id: betId } of mirror.deposits.values()) {
    const isOnBalance =
      outcome === "credit" ||
      (outcome === "bet" && mirror.bets.get(String(betId))?.["result"] === "refunded");
    if (isOnBalance) held += notFinal(String(signature), wallet);
  }
  const left = balance(`user:${wallet}`);
  must(left >= held, `${rule} ${text(spent, "id")} spends what a fork can drop: ${left} of ${held} left`);
}
