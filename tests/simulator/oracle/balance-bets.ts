import { amount, isSet, type Mirror, type Row, text } from "./mirror.ts";
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

/** Stakes from the balance and repeats (rules BET-14 and BET-15). */
export function checkBalanceBets(ports: Ports, commit: Commit): void {
  const { must } = ports;
  for (const { source, before, row } of commit.rows) {
    if (source === "bet_repeats") {
      must(!isSet(before, "ended_at"), `BET-15 ${text(row, "id")} changes after its end`);
    }
    if (source !== "bets" || before !== null || row["source"] !== "balance") continue;
    mustBeFinalMoney(ports, row);
    if (isSet(row, "repeat_id")) mustBeOrdered(ports, row);
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

/** A bet of a repeat is within its terms, whatever comes of those that are open. */
function mustBeOrdered({ must, mirror }: Ports, bet: Row) {
  const id = text(bet, "id");
  const repeat = mirror.repeats.get(text(bet, "repeat_id"));
  if (!repeat) return must(false, `BET-15 ${id} is of a repeat that is not there`);
  const name = text(repeat, "id");
  must(!isSet(repeat, "ended_at"), `BET-15 ${name} bets after its end`);
  must(repeat["wallet"] === bet["wallet"], `BET-15 ${name} bets with another's money`);
  must(repeat["stake"] === bet["stake"], `BET-15 ${name} bets another amount`);
  const placed = mirror.betsOfRepeat(name);
  must(placed.length <= Number(repeat["races"]), `BET-15 ${name} bets in ${placed.length} races`);
  const races = new Set(placed.map((one) => one["race_id"]));
  must(races.size === placed.length, `BET-15 ${name} bets twice in a race`);
  let lost = 0n;
  for (const one of placed)
    lost += amount(one, "stake") - (one["result"] === null ? 0n : amount(one, "payout"));
  must(lost <= amount(repeat, "stop_at_loss"), `BET-15 ${name} can lose ${lost}, beyond its stop`);
  const byHand = mirror
    .betsOf(text(bet, "race_id"))
    .some((one) => one["wallet"] === bet["wallet"] && one["id"] !== id && one["status"] === "confirmed");
  must(!byHand, `BET-15 ${name} bets beside a bet by hand`);
}
