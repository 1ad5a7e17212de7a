import type { Landed } from "../execute.ts";
import { kindOf } from "../keys.ts";
import { sameEntries } from "./books.ts";
import { amount, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";

/** The account that a payment to a player is taken from and given back to: for a claim, the commission. */
export const ownerOf = (payment: Row): string =>
  payment["kind"] === "manual" || payment["kind"] === "notary"
    ? "equity"
    : `${payment["kind"] === "referral" ? "referral" : "user"}:${String(payment["wallet"])}`;

interface Ports {
  readonly must: Must;
  readonly mirror: Mirror;
}

/** A payment goes to its rightful owner, and comes with its debit. */
export function mustBeDebited({ must, mirror }: Ports, payment: Row, commit: Commit): void {
  const id = text(payment, "id");
  const kind = text(payment, "kind");
  const bet = kind === "payout" ? mirror.bets.get(text(payment, "bet_id")) : undefined;
  must(bet?.["result"] !== "refunded", `MONEY-9 ${id} pays a bet that was refunded`);
  if (kind !== "sweep" && kind !== "anchor") {
    const owed = kind === "notary" ? mirror.notary() : payment["wallet"];
    must(payment["destination"] === owed, `MONEY-8 ${id} leads to another wallet`);
    const debit = commit.postings.find(({ reference }) => reference === `payment:${id}`);
    const wanted = new Map([
      [ownerOf(payment), -amount(payment, "lamports")],
      ["outgoing", amount(payment, "lamports")],
    ]);
    must(debit !== undefined && sameEntries(debit.entries, wanted), `INV-7 ${id} is made without its debit`);
  }
  if (kind === "withdrawal")
    must(amount(payment, "lamports") >= 10_000_000n, `MONEY-8 ${id} is below the minimum`);
  if (kind === "sweep") must(kindOf.has(text(payment, "destination")), `INV-7 ${id} leads out of the house`);
}

/** Money left the house exactly as a stored payment says. */
export function mustBeOrdered(must: Must, mirror: Mirror, transaction: Landed): void {
  const attempt = mirror.attempts.get(transaction.signature);
  const payment = attempt && mirror.payments.get(text(attempt, "payment_id"));
  if (!payment) return must(false, `INV-7 ${transaction.signature} left the house without a payment`);
  const signer = transaction.accounts[0] ?? "";
  must(kindOf.get(signer) === payment["source"], `INV-7 ${text(payment, "id")} was paid by ${signer}`);
  const isOther = payment["source_address"] !== null && payment["source_address"] !== signer;
  must(!isOther, `MONEY-26 ${text(payment, "id")} was paid by another wallet than its own`);
  const moved = transaction.transfers.map(({ to, lamports }) => `${lamports} to ${to}`).join();
  const wanted =
    payment["destination"] === null
      ? ""
      : `${amount(payment, "lamports")} to ${text(payment, "destination")}`;
  must(moved === wanted, `INV-7 ${text(payment, "id")} moved ${moved}, not ${wanted}`);
}
