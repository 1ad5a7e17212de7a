import { amount, isSet, type Row, text } from "./mirror.ts";
import { isLateRefund } from "./refunds.ts";
import type { Commit } from "./settlements.ts";

/** Counts of what happened so far, for the end of a run. */
export interface Tally {
  committed(commit: Commit): void;
  betEnded(bet: Row): void;
  readonly counts: {
    commits: number;
    payouts: number;
    refunds: number;
    /** Settled races that an admin refunded, and bets whose stakes went back on their own or with such a race. */
    lateRefunds: number;
    betRefunds: number;
    bonuses: number;
    /** Checkpoints that the notary wrote to the chain. */
    anchors: number;
    claims: number;
    /** Bets from the balance, and how many of those repeats placed. */
    balanceBets: number;
    repeatedBets: number;
    returned: number;
    /** Lamports of fees that bonus farmers paid, and of bonuses that they received. */
    farmersPaid: number;
    farmersTook: number;
  };
}

export function openTally(farmers: ReadonlySet<string>): Tally {
  const counts = {
    commits: 0,
    payouts: 0,
    refunds: 0,
    lateRefunds: 0,
    betRefunds: 0,
    bonuses: 0,
    anchors: 0,
    claims: 0,
    balanceBets: 0,
    repeatedBets: 0,
    returned: 0,
    farmersPaid: 0,
    farmersTook: 0,
  };
  return {
    counts,
    betEnded(bet) {
      if (bet["ledger"] === "real" && farmers.has(text(bet, "wallet")))
        counts.farmersPaid += Number(amount(bet, "fee"));
    },
    committed({ postings, rows }) {
      counts.commits += 1;
      counts.lateRefunds += rows.filter(isLateRefund).length;
      for (const { source, before, row } of rows) {
        if (source === "notary_memos" && row["outcome"] === "landed") counts.anchors += 1;
        if (source !== "bets" || before !== null || row["source"] !== "balance") continue;
        counts.balanceBets += 1;
        if (isSet(row, "repeat_id")) counts.repeatedBets += 1;
      }
      for (const { reference, kind, entries } of postings) {
        if (reference.startsWith("payment:payout")) counts.payouts += 1;
        if (reference.startsWith("payment:referral")) counts.claims += 1;
        if (reference.startsWith("bonus:")) {
          counts.bonuses += 1;
          if (farmers.has(reference.split(":").at(-1) ?? ""))
            counts.farmersTook -= Number(entries.get("bonus"));
        }
        if (reference.startsWith("cancelled:")) counts.returned += 1;
        if (kind === "race refunded") counts.refunds += 1;
        if (reference.startsWith("refund:")) counts.betRefunds += 1;
      }
    },
  };
}
