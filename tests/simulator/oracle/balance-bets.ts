import { amount, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  /** As it is after the commit. */
  readonly mirror: Mirror;
  readonly balance: (account: string) => bigint;
  /** Whether the chain has finalized a transaction. */
  readonly isFinal: (signature: string) => boolean;
}

/** Stakes from the balance (rule BET-14). */
export function checkBalanceBets(ports: Ports, commit: Commit): void {
  for (const { source, before, row } of commit.rows) {
    if (source === "bets" && before === null && row["source"] === "balance") mustBeFinalMoney(ports, row);
  }
}

/** What is left must hold all that a fork could still take back: then nothing of it was staked. */
function mustBeFinalMoney({ must, mirror, balance, isFinal }: Ports, bet: Row) {
  const wallet = text(bet, "wallet");
  let notFinal = 0n;
  for (const deposit of mirror.deposits.values()) {
    if (deposit["payer"] !== wallet || deposit["outcome"] !== "credit") continue;
    if (!isFinal(text(deposit, "signature"))) notFinal += amount(deposit, "lamports");
  }
  const left = balance(`user:${wallet}`);
  must(
    left >= notFinal,
    `BET-14 ${text(bet, "id")} stakes what a fork can drop: ${left} of ${notFinal} left`,
  );
}
